// URLs that the browser navigates to. Source: specification section 7, "Browser navigation".

/** A login or signup. With the token of an invitation, the identity provider fills in the invited email. */
export function loginUrl(authApiUrl: string, signup: boolean, invitation?: string): string {
  const query = new URLSearchParams({ ...(signup && { signup: '1' }), ...(invitation && { invitation }) }).toString();
  return `${authApiUrl}/auth/login${query && `?${query}`}`;
}

/** A login that asks for the credentials again, although the user is logged in. */
export const reauthUrl = (authApiUrl: string) => `${authApiUrl}/auth/login?fresh=1`;

/** With `confirm` the API asks the user first. */
export const logoutUrl = (authApiUrl: string, { confirm }: { readonly confirm: boolean }) =>
  `${authApiUrl}/auth/logout${confirm ? '?confirm=1' : ''}`;

export interface LaunchQuery {
  /** The path to open at the instance. */
  readonly redirect: string | null;
  /** The value by which the instance recognizes the browser that it sent here; null if the launch started in the portal. */
  readonly state: string | null;
  /** Whether the API asks the user first. */
  readonly confirm: boolean;
}

export function launchUrl(authApiUrl: string, workspaceId: string, { redirect, state, confirm }: LaunchQuery): string {
  const query = new URLSearchParams({
    ...(redirect !== null && { redirect }),
    ...(state !== null && { state }),
    ...(confirm && { confirm: '1' }),
  });
  const text = query.toString();
  return `${authApiUrl}/workspaces/${encodeURIComponent(workspaceId)}/go${text && `?${text}`}`;
}

/** Has an instance read the permissions of a workspace again. The instance then redirects the browser back. */
export const refreshAuthUrl = (instanceUrl: string, workspaceId: string) =>
  `${instanceUrl.replace(/\/+$/, '')}/refresh-auth?${new URLSearchParams({ workspaceId }).toString()}`;
