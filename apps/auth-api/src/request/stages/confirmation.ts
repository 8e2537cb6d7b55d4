import { requestUlidHeader, ulidPattern, type Call } from '@portal/contract';
import type { Request } from 'express';
import type { Settings } from '../../platform/config/settings.ts';
import { trustedOrigins } from './csrf.ts';

/**
 * Whether a call must ask the user first, because the request may not be intended: it does not navigate a tab (an image, a frame,
 * a prefetch) or navigates from another site. The browser's fetch metadata decides; without it, `Origin` or
 * `Referer` must be one of our own. The portal's scripts request a file with a header that no other site can send.
 */
export function needsConfirmation({ confirmWhen, responseKind }: Call, req: Request, settings: Settings): boolean {
  if (confirmWhen === undefined) return false;
  if (responseKind === 'file' && ulidPattern.test(req.get(requestUlidHeader) ?? '')) return false;
  const site = req.get('sec-fetch-site');
  if (site === undefined) return !isFromTrustedOrigin(req, settings);
  return !isNavigation(req) || site === 'cross-site';
}

/** Whether a browser opens the URL in a tab. */
export const isNavigation = (req: Request): boolean =>
  req.get('sec-fetch-mode') === 'navigate' &&
  req.get('sec-fetch-dest') === 'document' &&
  req.get('sec-purpose') === undefined;

function isFromTrustedOrigin(req: Request, settings: Settings): boolean {
  const source = req.get('origin') ?? req.get('referer');
  return source !== undefined && URL.canParse(source) && trustedOrigins(settings).includes(new URL(source).origin);
}
