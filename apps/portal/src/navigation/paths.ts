/** The names of the portal's routes. Source: specification section 2, "Route names used internally"; `invitations` and staff's two are ours. */
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
  | 'workspaces'
  | 'workspace-go'
  | 'workspace-settings'
  | 'workspace-api-tokens'
  | 'workspace-admin'
  | 'workspace-admin-user'
  | 'workspace-admin-workspace'
  | 'billing'
  | 'default-workspace'
  | 'login-success'
  | 'invitations';

/** The paths as the router matches them. */
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
  profile: '/profile',
  workspaces: '/workspaces',
  'workspace-go': '/workspace/:workspaceId?/go',
  'workspace-settings': '/workspace/:workspaceId',
  'workspace-api-tokens': '/workspace/:workspaceId/tokens',
  'workspace-admin': '/workspace-admin',
  'workspace-admin-user': '/workspace-admin/users/:userId',
  'workspace-admin-workspace': '/workspace-admin/workspaces/:workspaceId',
  billing: '/billing',
  'default-workspace': '/default_workspace',
  'login-success': '/login-success',
  invitations: '/invitations',
  404: '*',
} as const satisfies Record<RouteName, string>;

const workspace = (workspaceId: string) => `/workspace/${encodeURIComponent(workspaceId)}`;

const printLegal = (version: string, slug: string) =>
  `/print-legal/${encodeURIComponent(version)}/${encodeURIComponent(slug)}`;

/** The `workspaceId` under which the settings page creates a workspace. */
export const newWorkspaceId = 'new';

/** The paths as links spell them. */
export const paths = {
  login: patterns.login,
  signup: patterns.signup,
  loginSuccess: patterns['login-success'],
  logout: patterns.logout,
  /** Of the current version, unless one is named. */
  legal: (slug?: string, version?: string) =>
    (slug === undefined ? '/legal' : `/legal/${encodeURIComponent(slug)}`) +
    (version === undefined ? '' : `?version=${encodeURIComponent(version)}`),
  printLegal,
  /** Of the current version: what is open to people who may open no other page. */
  termsForPaper: printLegal('current', 'terms-of-service'),
  reviewLegal: patterns['review-legal'],
  profile: patterns.profile,
  billing: patterns.billing,
  defaultWorkspace: patterns['default-workspace'],
  quarantineNotice: patterns['quarantine-notice'],
  suspensionNotice: patterns['suspension-notice'],
  workspaces: patterns.workspaces,
  workspaceAdmin: patterns['workspace-admin'],
  /** A person as staff see them. */
  adminUser: (userId: string) => `${patterns['workspace-admin']}/users/${encodeURIComponent(userId)}`,
  /** A workspace as staff see it. */
  adminWorkspace: (workspaceId: string) =>
    `${patterns['workspace-admin']}/workspaces/${encodeURIComponent(workspaceId)}`,
  newWorkspace: workspace(newWorkspaceId),
  workspaceSettings: workspace,
  workspaceApiTokens: (workspaceId: string) => `${workspace(workspaceId)}/tokens`,
  workspaceGo: (workspaceId: string) => `${workspace(workspaceId)}/go`,
} as const;
