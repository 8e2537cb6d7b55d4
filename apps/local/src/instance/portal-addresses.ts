/** The list, and not the root: the root opens the default workspace, which is this instance again. */
export const workspacesAt = (portalUrl: string) => `${portalUrl}/workspaces`;

export const workspaceAt = (portalUrl: string, workspaceId: string) =>
  `${portalUrl}/workspace/${encodeURIComponent(workspaceId)}`;
