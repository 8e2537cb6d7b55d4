import { workspaceIdOf, type Context } from './context.ts';
import { redirectTo } from './responses.ts';

/**
 * Answers `GET /refresh-auth`, a hint that anyone can give: each session of the workspace asks the API at its next request. The browser
 * returns to the portal.
 */
export function refreshAuthHandler({ store, portalUrl, accepts }: Context): (request: Request) => Promise<Response> {
  return async (request) => {
    const workspaceId = workspaceIdOf(new URL(request.url).searchParams);
    if (workspaceId === null || !(await accepts(workspaceId))) return redirectTo(`${portalUrl}/workspaces`);
    for (const [key, session] of await store.listByWorkspace(workspaceId))
      await store.replace(key, { ...session, checkedAt: 0 });
    return redirectTo(`${portalUrl}/workspace/${workspaceId}`);
  };
}
