import type { Settings } from './settings.ts';

/** The path of AUTH_API_URL without a slash at its end: `/api` at the host of the portal, empty at a host of the API's own. */
export const basePathOf = ({ AUTH_API_URL }: Pick<Settings, 'AUTH_API_URL'>): string =>
  new URL(AUTH_API_URL).pathname.replace(/\/$/, '');
