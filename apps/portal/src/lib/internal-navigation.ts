export interface InternalNavigation {
  readonly isInternalNavigation: true;
}

/**
 * The `state` of links to the launch page and the logout page. A link on another site cannot set it, so these pages
 * know whether to ask the user first.
 */
export const internalNavigation: InternalNavigation = { isInternalNavigation: true };

/** Whether the user came from another page of the portal, in this document or by a link opened in a new tab. */
export function isInternalNavigation(state: unknown): boolean {
  return (state as InternalNavigation | null)?.isInternalNavigation === true || cameFromPortalPage();
}

/** If another site redirects a navigation that started in the portal, the referrer is the portal's origin without a path. */
function cameFromPortalPage(): boolean {
  const { referrer } = document;
  const url = URL.canParse(referrer) ? new URL(referrer) : null;
  return url !== null && url.origin === window.location.origin && url.pathname !== '/';
}
