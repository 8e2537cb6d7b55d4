import type { Settings } from '../config/settings.ts';

/** The link with which a user keeps an account whose deletion is pending. */
export const undoUrl = (token: string, { AUTH_API_URL }: Pick<Settings, 'AUTH_API_URL'>) =>
  `${AUTH_API_URL}/account-deletion/cancel?token=${encodeURIComponent(token)}`;
