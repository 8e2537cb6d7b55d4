import { validationMessages } from '../primitives.ts';
import { hasHiddenCharacters } from '../text-characters.rules.ts';
import type { HostedApp } from '../settings.ts';

const loopback =
  /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::(?:ffff:)?(?:7f[0-9a-f]{2}|0):.*\])$/i;

function parse(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null;
}

/**
 * An error message if a remote workspace cannot have this URL; null if it can. The URL must be http(s) and point neither to
 * the hosted app nor to the local machine.
 * Source: specification section 5, "Workspace".
 */
export function remoteUrlError(url: string, hosted?: Pick<HostedApp, 'hostedAppHost' | 'productName'>): string | null {
  if (url === '') return validationMessages.required;
  const parsed = parse(url);
  // Browsers accept more than two slashes before the host.
  if (!parsed || !/^https?:\/\/[^/\\]/i.test(url)) return validationMessages.url;
  const isPlain = !/[\s\p{Cc}\\<>"]/u.test(url) && !hasHiddenCharacters(url);
  if (parsed.username || parsed.password || parsed.search || parsed.hash || !isPlain) return validationMessages.url;
  // Check the given text and the parsed host: full-width letters and escapes are other spellings of the same host.
  const written = `${url.toLowerCase()} ${parsed.hostname}`;
  if (written.includes('localhost') || written.includes('127.0.0.1') || loopback.test(parsed.hostname)) {
    return 'You cannot use a "localhost" URL for a Remote URL Workspace. Use "Local Dev Instance" instead.';
  }
  if (hosted && written.includes(hosted.hostedAppHost.toLowerCase())) {
    const shortHost = hosted.hostedAppHost.replace(/\.[^.]*$/, '');
    return `You cannot use an "${shortHost}" URL for a Remote URL Workspace. Use "Managed By ${hosted.productName}" instead.`;
  }
  return null;
}

/**
 * An error message if an instance on the user's own machine cannot have this URL; null if it can. Only its port is a choice: an instance
 * beside another one, or in a container.
 */
export function localUrlError(url: string, { localInstanceUrl }: Pick<HostedApp, 'localInstanceUrl'>): string | null {
  const given = parse(url);
  const local = new URL(localInstanceUrl);
  if (given === null) return validationMessages.url;
  local.port = given.port;
  const isLocal = given.origin === local.origin && /^https?:\/\/[^/\\@?#\s]+\/?$/i.test(url);
  return isLocal ? null : `Must be ${local.protocol}//${local.hostname} with a port`;
}
