import { requestIdHeader, ulidPattern } from '@portal/contract';
import type { Request } from 'express';
import type { Settings } from '../settings.ts';
import { problem } from './problem.ts';

/**
 * Refuses a changing request that a cookie authorises unless our own portal can have sent it: its origin, its fetch
 * metadata, a header that no form can set, and JSON.
 */
export function refuseForgery(req: Request, settings: Settings): void {
  const origin = req.get('origin');
  if (origin !== undefined && !ownOrigins(settings).includes(origin)) throw problem('CrossSiteRequest');
  if (!['same-origin', 'same-site', undefined].includes(req.get('sec-fetch-site'))) throw problem('CrossSiteRequest');
  if (!ulidPattern.test(req.get(requestIdHeader) ?? '')) throw problem('RequestIdMissing');
}

/** The origins of our own pages. */
export const ownOrigins = (settings: Settings) =>
  [settings.PORTAL_URL, settings.AUTH_API_URL].map((url) => new URL(url).origin);
