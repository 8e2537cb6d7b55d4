/** The list of workspaces. The portal's root would open the default workspace, which may be this instance. */
export const workspacesUrl = (portalUrl: string) => `${portalUrl}/workspaces`;

export const workspaceUrl = (portalUrl: string, workspaceId: string) =>
  `${portalUrl}/workspace/${encodeURIComponent(workspaceId)}`;
