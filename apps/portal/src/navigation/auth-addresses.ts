type Api = string;

/** Where the browser goes for what is not a background call. Source: specification section 7, "Browser navigation". */
export const loginAddress = (api: Api, signup: boolean) => `${api}/auth/login${signup ? '?signup=1' : ''}`;

/** Where somebody who is logged in proves anew who they are. */
export const freshLoginAddress = (api: Api) => `${api}/auth/login?fresh=1`;

export const logoutAddress = (api: Api) => `${api}/auth/logout`;

export const goAddress = (api: Api, workspaceId: string, redirect: string | null) =>
  `${api}/workspaces/${encodeURIComponent(workspaceId)}/go` +
  (redirect === null ? '' : `?${new URLSearchParams({ redirect }).toString()}`);

/** Makes an instance read again who may do what in a workspace; it sends the browser back afterwards. */
export const refreshAuthAddress = (instanceUrl: string, workspaceId: string) =>
  `${instanceUrl.replace(/\/+$/, '')}/refresh-auth?${new URLSearchParams({ workspaceId }).toString()}`;
