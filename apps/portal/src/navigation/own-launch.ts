/** The state of a navigation to the launch page that a page of the portal makes; no link from elsewhere can give it. */
export interface LaunchState {
  readonly isOwnLaunch: true;
}

export const launchState: LaunchState = { isOwnLaunch: true };

/** Whether a page of the portal led to the launch: in this document, or by a link that was opened in a new tab. */
export function isOwnLaunch(state: unknown): boolean {
  return (state as LaunchState | null)?.isOwnLaunch === true || cameFromPortalPage();
}

/** Where another site redirects a navigation that began in the portal, the referrer is the portal's origin without a path. */
function cameFromPortalPage(): boolean {
  const { referrer } = document;
  const url = URL.canParse(referrer) ? new URL(referrer) : null;
  return url !== null && url.origin === window.location.origin && url.pathname !== '/';
}
