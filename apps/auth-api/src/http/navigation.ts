import type { Confirmation } from '@portal/contract';
import type { Request } from 'express';
import type { Settings } from '../settings.ts';
import { ownOrigins } from './cross-site.ts';

/**
 * Whether a page call has to ask the user first, because the request may not be what the user wanted: it is no
 * navigation of a tab (an image, a frame, a prefetch), or, where the call says so, a navigation from another site.
 * Browsers tell by their fetch metadata; for one that sends none, the page that it comes from has to be ours.
 */
export function needsConfirmation(rule: Confirmation | undefined, req: Request, settings: Settings): boolean {
  if (rule === undefined) return false;
  const site = req.get('sec-fetch-site');
  if (site === undefined) return !comesFromOwnPage(req, settings);
  return !isNavigation(req) || (rule === 'cross-site' && site === 'cross-site');
}

const isNavigation = (req: Request) =>
  req.get('sec-fetch-mode') === 'navigate' &&
  req.get('sec-fetch-dest') === 'document' &&
  req.get('sec-purpose') === undefined;

function comesFromOwnPage(req: Request, settings: Settings): boolean {
  const from = req.get('origin') ?? req.get('referer');
  return from !== undefined && URL.canParse(from) && ownOrigins(settings).includes(new URL(from).origin);
}
