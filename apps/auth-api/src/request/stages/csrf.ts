import { requestUlidHeader, ulidPattern } from '@portal/contract';
import type { Request } from 'express';
import type { Settings } from '../../platform/config/settings.ts';
import { apiError } from '../../platform/errors/api-error.ts';

/**
 * Rejects a non-GET request with a session cookie, or one that sets a cookie, unless the portal can have sent it: by its origin, its
 * fetch metadata, and a header that no HTML form can set.
 */
export function rejectCrossSiteRequest(req: Request, settings: Settings): void {
  const origin = req.get('origin');
  if (origin !== undefined && !trustedOrigins(settings).includes(origin)) throw apiError('CrossSiteRequest');
  if (!['same-origin', 'same-site', undefined].includes(req.get('sec-fetch-site'))) throw apiError('CrossSiteRequest');
  if (!ulidPattern.test(req.get(requestUlidHeader) ?? '')) throw apiError('RequestIdMissing');
}

/** Rejects a read that a page of another site sent the browser to. That page gets no response, but would spend the user's limit. */
export function rejectCrossSiteRead(req: Request): void {
  if (req.get('sec-fetch-site') === 'cross-site') throw apiError('CrossSiteRequest');
}

/** The origins of the portal and of the API's own pages. */
export const trustedOrigins = (settings: Settings) =>
  [settings.PORTAL_URL, settings.AUTH_API_URL].map((url) => new URL(url).origin);
