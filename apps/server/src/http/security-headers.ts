import type { MiddlewareHandler } from 'hono';

/** Headers that cost nothing and close whole classes of trouble, on every reply. */
const HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Policy of replies that are data: a browser that renders one runs and loads nothing. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** All headers of a reply that is data, for those that are written past the app. */
export const DATA_HEADERS: Readonly<Record<string, string>> = {
  ...HEADERS,
  'Content-Security-Policy': DATA_POLICY,
  'Cache-Control': 'no-store',
};

export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
  if (!c.res.headers.has('Content-Security-Policy'))
    c.header('Content-Security-Policy', DATA_POLICY);
};

/**
 * Policy of the client's page. Scripts come from this server alone, none inline; styles too, and
 * inline ones only under the page's nonce (Angular adds component styles as style elements).
 */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
