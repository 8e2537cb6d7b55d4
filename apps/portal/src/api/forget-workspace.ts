import { portalApi } from './portal-api.ts';

/** Drops what was kept of a workspace that somebody deleted or left. A page that still shows it would ask again. */
export const forgetWorkspace = (id: string) =>
  portalApi.util.invalidateTags([
    { type: 'Workspace', id },
    { type: 'Member', id },
    { type: 'AuthToken', id },
  ]);
