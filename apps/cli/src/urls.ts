import { usageError } from './errors.ts';

const isLoopback = (hostname: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** A URL to which a token may go: encrypted, or on this machine. Returns null for any other one. */
export function parseSecureUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSecure && url.username === '' && url.password === '' ? url : null;
}

/** The URL of the API as it was given, without a trailing slash. */
export function parseApiUrl(text: string): string {
  const url = parseSecureUrl(text);
  if (url === null || url.search !== '' || url.hash !== '')
    throw usageError(`${text} is not a URL of an API: it starts with https://, or with http:// on this machine.`);
  return url.href.replace(/\/+$/, '');
}
