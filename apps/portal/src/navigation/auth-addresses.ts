type Api = string;

/** Where the browser goes for what is not a background call. Source: specification section 7, "Browser navigation". */
export const loginAddress = (api: Api, signup: boolean) => `${api}/auth/login${signup ? '?signup=1' : ''}`;

/** Where somebody who is logged in proves anew who they are. */
export const freshLoginAddress = (api: Api) => `${api}/auth/login?fresh=1`;

/** With `confirm` the API asks the user first. */
export const logoutAddress = (api: Api, { confirm }: { readonly confirm: boolean }) =>
  `${api}/auth/logout${confirm ? '?confirm=1' : ''}`;

export interface LaunchQuery {
  /** The path to open at the instance. */
  readonly redirect: string | null;
  /** The API asks the user first. */
  readonly confirm: boolean;
}

export function goAddress(api: Api, workspaceId: string, { redirect, confirm }: LaunchQuery): string {
  const query = new URLSearchParams({ ...(redirect !== null && { redirect }), ...(confirm && { confirm: '1' }) });
  const text = query.toString();
  return `${api}/workspaces/${encodeURIComponent(workspaceId)}/go${text && `?${text}`}`;
}

/** Makes an instance read again who may do what in a workspace; it sends the browser back afterwards. */
export const refreshAuthAddress = (instanceUrl: string, workspaceId: string) =>
  `${instanceUrl.replace(/\/+$/, '')}/refresh-auth?${new URLSearchParams({ workspaceId }).toString()}`;
