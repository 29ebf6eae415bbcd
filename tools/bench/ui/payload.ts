import type { Page } from '@playwright/test';

/** Counts the bytes that the API sends from now on, as they go over the wire. */
export async function payloadOf(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  const asked = new Set<string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.includes('/api/')) asked.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (asked.has(requestId)) bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return () => bytes;
}
