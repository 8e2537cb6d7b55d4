import type { Settings } from '../config/settings.ts';

/** The link with which the owner objects to a change of the owner. */
export const objectionUrl = (token: string, { AUTH_API_URL }: Pick<Settings, 'AUTH_API_URL'>) =>
  `${AUTH_API_URL}/ownership/objection?token=${encodeURIComponent(token)}`;
