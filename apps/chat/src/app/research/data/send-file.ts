import { TransportError } from '../../transport/transport-error';

interface SentFile {
  readonly url: string;
  readonly file: File;
  readonly scope: string;
  readonly progress: (part: number) => void;
}

/** Sends a file as it is, and tells how far it is: `fetch` cannot. Rejects with a TransportError. */
export function sendFile({ url, file, scope, progress }: SentFile): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const request = new XMLHttpRequest();
  request.open('POST', url);
  request.setRequestHeader('X-Api-Key', scope);
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    progress(total === 0 ? 1 : loaded / total),
  );
  request.addEventListener('load', () => {
    if (request.status < 300) resolve(undefined);
    else reject(new TransportError('refused', sentenceOf(request.responseText)));
  });
  request.addEventListener('error', () =>
    reject(
      new TransportError('offline', $localize`The file was not sent: the server was not reached.`),
    ),
  );
  request.send(file);
  return promise;
}

function sentenceOf(reply: string): string {
  try {
    const { message } = JSON.parse(reply) as { message?: unknown };
    if (typeof message === 'string') return message;
  } catch {
    // Something on the way answered, not the server.
  }
  return $localize`The file was not taken.`;
}
