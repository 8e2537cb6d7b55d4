interface OwnNavigation {
  readonly isOwnNavigation: true;
}

/**
 * The state that a page of the portal gives its navigations to the launch page and to the logout page. No link from
 * elsewhere can give it.
 */
export const ownNavigation: OwnNavigation = { isOwnNavigation: true };

/** Whether a page of the portal led to this one: in this document, or by a link that was opened in a new tab. */
export function isOwnNavigation(state: unknown): boolean {
  return (state as OwnNavigation | null)?.isOwnNavigation === true || cameFromPortalPage();
}

/** Where another site redirects a navigation that began in the portal, the referrer is the portal's origin without a path. */
function cameFromPortalPage(): boolean {
  const { referrer } = document;
  const url = URL.canParse(referrer) ? new URL(referrer) : null;
  return url !== null && url.origin === window.location.origin && url.pathname !== '/';
}
