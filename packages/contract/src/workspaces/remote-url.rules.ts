import { hasHiddenCharacters, messages } from '../fields.ts';
import type { HostedApp } from '../settings.ts';

const loopback =
  /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\]|\[::(?:ffff:)?(?:7f[0-9a-f]{2}|0):.*\])$/i;

function parse(url: string): URL | null {
  return URL.canParse(url) ? new URL(url) : null;
}

/**
 * Why an address can't be that of a remote workspace, or null if it can: it must be http(s), not ours and not this machine.
 * Source: specification section 5, "Workspace".
 */
export function remoteUrlProblem(
  url: string,
  hosted?: Pick<HostedApp, 'hostedAppHost' | 'productName'>,
): string | null {
  if (url === '') return messages.required;
  const parsed = parse(url);
  // Browsers skip further slashes before the host.
  if (!parsed || !/^https?:\/\/[^/\\]/i.test(url)) return messages.url;
  const isPlain = !/[\s\p{Cc}\\<>"]/u.test(url) && !hasHiddenCharacters(url);
  if (parsed.username || parsed.password || parsed.search || parsed.hash || !isPlain) return messages.url;
  // As it was written, and as browsers read it: full-width letters and escapes are only other spellings.
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
