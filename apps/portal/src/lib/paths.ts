/**
 * The names of the routes. Source: specification section 2, "Route names used internally". The specification does not have
 * `invitation`, `security`, `device`, `terminal`, `workspace-overview`, `workspace-members`, `workspace-activity`, `workspace-webhooks`,
 * `workspace-admin-user` and `workspace-admin-workspace`.
 */
export type RouteName =
  | 'login'
  | 'signup'
  | '404'
  | 'legal'
  | 'print-legal'
  | 'logout'
  | 'logout-success'
  | 'quarantine-notice'
  | 'suspension-notice'
  | 'review-legal'
  | 'profile'
  | 'security'
  | 'workspaces'
  | 'workspace-go'
  | 'workspace-settings'
  | 'workspace-overview'
  | 'workspace-members'
  | 'workspace-api-tokens'
  | 'workspace-activity'
  | 'workspace-webhooks'
  | 'workspace-admin'
  | 'workspace-admin-user'
  | 'workspace-admin-workspace'
  | 'billing'
  | 'default-workspace'
  | 'login-success'
  | 'invitation'
  | 'device'
  | 'terminal';

export const patterns = {
  login: '/login',
  signup: '/signup',
  legal: '/legal/:docSlug?',
  'print-legal': '/print-legal/:docVersion/:docSlug',
  logout: '/logout',
  'logout-success': '/logout-success',
  'quarantine-notice': '/quarantine-notice',
  'suspension-notice': '/suspension-notice',
  'review-legal': '/review-legal',
  profile: '/profile/:section?',
  security: '/security',
  workspaces: '/workspaces',
  'workspace-go': '/workspace/:workspaceId?/go',
  'workspace-settings': '/workspace/:workspaceId',
  'workspace-overview': '/workspace/:workspaceId/overview',
  'workspace-members': '/workspace/:workspaceId/members',
  'workspace-api-tokens': '/workspace/:workspaceId/tokens',
  'workspace-activity': '/workspace/:workspaceId/activity',
  'workspace-webhooks': '/workspace/:workspaceId/webhooks',
  'workspace-admin': '/workspace-admin',
  'workspace-admin-user': '/workspace-admin/users/:userId',
  'workspace-admin-workspace': '/workspace-admin/workspaces/:workspaceId',
  billing: '/billing',
  'default-workspace': '/default_workspace',
  'login-success': '/login-success',
  invitation: '/invitations/:token',
  device: '/device',
  terminal: '/terminal',
  404: '*',
} as const satisfies Record<RouteName, string>;

const workspace = (workspaceId: string) => `/workspace/${encodeURIComponent(workspaceId)}`;

const printLegal = (version: string, slug: string) =>
  `/print-legal/${encodeURIComponent(version)}/${encodeURIComponent(slug)}`;

/** The `workspaceId` under which the settings page creates a workspace. */
export const newWorkspaceId = 'new';

/** The id of the section of the workspace settings in which the owner hands over the workspace. */
export const transferOwnershipId = 'transfer-ownership';

/** The id of the section of the workspace settings in which the owner deletes the workspace. */
export const deleteWorkspaceId = 'delete-workspace';

/** The lists in which a link leads to a row. Their names begin the fragment of the link. */
export type LinkedList = 'token' | 'service-account' | 'member';

/** The fragment of a link to a row. */
export const rowFragment = (list: LinkedList, id = '') => `#${list}-${id}`;

/** The paths for links and redirects. */
export const paths = {
  login: patterns.login,
  signup: patterns.signup,
  loginSuccess: patterns['login-success'],
  logout: patterns.logout,
  /** The current version, unless one is given. */
  legal: (slug?: string, version?: string) =>
    (slug === undefined ? '/legal' : `/legal/${encodeURIComponent(slug)}`) +
    (version === undefined ? '' : `?version=${encodeURIComponent(version)}`),
  printLegal,
  /** The current terms. Users with a locked account can open them. */
  printableTerms: printLegal('current', 'terms-of-service'),
  reviewLegal: patterns['review-legal'],
  profile: '/profile',
  /** The pages beside the profile. */
  notifications: '/profile/notifications',
  keyboard: '/profile/keyboard',
  /** Where users download their data, and delete their account. */
  account: '/profile/account',
  /** The security emails of the API link to it. */
  security: patterns.security,
  billing: patterns.billing,
  defaultWorkspace: patterns['default-workspace'],
  quarantineNotice: patterns['quarantine-notice'],
  suspensionNotice: patterns['suspension-notice'],
  workspaces: patterns.workspaces,
  workspaceAdmin: patterns['workspace-admin'],
  /** The search of the admin page, with a query. */
  adminSearch: (query: string) => `${patterns['workspace-admin']}?q=${encodeURIComponent(query)}`,
  /** The admin page of a user. */
  adminUser: (userId: string) => `${patterns['workspace-admin']}/users/${encodeURIComponent(userId)}`,
  /** The admin page of a workspace. */
  adminWorkspace: (workspaceId: string) =>
    `${patterns['workspace-admin']}/workspaces/${encodeURIComponent(workspaceId)}`,
  newWorkspace: workspace(newWorkspaceId),
  workspaceSettings: workspace,
  workspaceOverview: (workspaceId: string) => `${workspace(workspaceId)}/overview`,
  /** The members and invitations, which the settings also have. */
  workspaceMembers: (workspaceId: string) => `${workspace(workspaceId)}/members`,
  /** The section of the settings in which the owner hands over the workspace. */
  transferOwnership: (workspaceId: string) => `${workspace(workspaceId)}#${transferOwnershipId}`,
  /** The section of the settings in which the owner deletes the workspace. */
  deleteWorkspace: (workspaceId: string) => `${workspace(workspaceId)}#${deleteWorkspaceId}`,
  workspaceApiTokens: (workspaceId: string) => `${workspace(workspaceId)}/tokens`,
  workspaceApiToken: (workspaceId: string, tokenId: string) =>
    `${workspace(workspaceId)}/tokens${rowFragment('token', tokenId)}`,
  workspaceServiceAccount: (workspaceId: string, id: string) =>
    `${workspace(workspaceId)}/tokens${rowFragment('service-account', id)}`,
  workspaceActivity: (workspaceId: string) => `${workspace(workspaceId)}/activity`,
  /** What was done with a token. */
  workspaceActivityOfToken: (workspaceId: string, tokenId: string) =>
    `${workspace(workspaceId)}/activity?token=${encodeURIComponent(tokenId)}`,
  /** What a user did. */
  workspaceActivityOf: (workspaceId: string, userId: string) =>
    `${workspace(workspaceId)}/activity?who=user-${encodeURIComponent(userId)}`,
  /** A member or an invitation in the settings. */
  workspaceMember: (workspaceId: string, id: string) => `${workspace(workspaceId)}/members${rowFragment('member', id)}`,
  workspaceWebhooks: (workspaceId: string) => `${workspace(workspaceId)}/webhooks`,
  /** The page that an invitation email links to. */
  invitation: (token: string) => `/invitations/${encodeURIComponent(token)}`,
  /** The same after a login before which the user accepted. */
  acceptedInvitation: (token: string) => `/invitations/${encodeURIComponent(token)}?accepted`,
  workspaceGo: (workspaceId: string) => `${workspace(workspaceId)}/go`,
} as const;
