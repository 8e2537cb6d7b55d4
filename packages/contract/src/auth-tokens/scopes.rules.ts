import type { WorkspaceRole } from '../members/members.schemas.ts';

/** What an API token can be allowed to do at this API. A call names the scope that it needs. */
export type ApiScope =
  | 'workspace:read'
  | 'workspace:write'
  | 'members:read'
  | 'members:write'
  | 'tokens:read'
  | 'tokens:write'
  | 'audit:read';

interface ScopeRule {
  /** One line for the page and the reference. */
  readonly description: string;
  /** The roles of a person whose token can use the scope. */
  readonly roles: readonly WorkspaceRole[];
}

const everyone = ['OWNER', 'APPROVER', 'EDITOR'] as const;
const managers = ['OWNER', 'APPROVER'] as const;
const owner = ['OWNER'] as const;

/** The scopes of the API, in the order in which they are shown. */
export const apiScopes: Readonly<Record<ApiScope, ScopeRule>> = {
  'workspace:read': { description: 'Read the workspace', roles: everyone },
  'workspace:write': { description: 'Change the name, description and approvals of the workspace', roles: owner },
  'members:read': { description: 'Read members and invitations', roles: everyone },
  'members:write': {
    description: 'Invite and remove members, and change roles as the owner',
    roles: managers,
  },
  'tokens:read': {
    description: 'Read API tokens and service accounts, but no secrets',
    roles: everyone,
  },
  'tokens:write': { description: 'Rename and revoke API tokens', roles: everyone },
  'audit:read': {
    description: 'Read the activity, except ownership, deletion and support for approvers',
    roles: managers,
  },
};

/** The names of the scopes of the API. */
export const apiScopeNames = Object.keys(apiScopes) as readonly ApiScope[];

/** Whether a scope is one of the API. Any other one belongs to the platform, and the API does not interpret it. */
export const isApiScope = (scope: string): scope is ApiScope => Object.hasOwn(apiScopes, scope);

/** The scopes that a user loses who is no longer the owner, but an approver. */
export const ownerScopes: readonly ApiScope[] = apiScopeNames.filter(
  (scope) => !apiScopes[scope].roles.includes('APPROVER'),
);

/** Whether a token with the scope can change something at this API. */
export const isWriteScope = (scope: string) => isApiScope(scope) && scope.endsWith(':write');

/** The scopes of the API that a token has if its creator names none. */
export const defaultApiScopes = [
  'workspace:read',
  'members:read',
  'tokens:read',
] as const satisfies readonly ApiScope[];

/** A scope of the platform, which its instances interpret. */
export interface PlatformScope {
  readonly name: string;
  /** One line for the page. */
  readonly description: string;
}

/** The longest name of a platform scope, and how many a deployment can have. */
export const platformScopeLimits = { length: 40, count: 20 };

/** The name of a scope in the form of RFC 6749, section 3.3. */
export const scopePattern = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

const reservedPrefix = /^(?:workspace|members|tokens|audit|billing|account):/;

/** An error message if a platform scope cannot have this name; null if it can. */
export function platformScopeError(name: string): string | null {
  if (!scopePattern.test(name)) return 'A scope has no spaces, quotes or backslashes.';
  if (name.length > platformScopeLimits.length) return `A scope has at most ${platformScopeLimits.length} characters.`;
  return reservedPrefix.test(name) ? 'A scope with this prefix is one of the account portal.' : null;
}

/**
 * The audience of a token with these scopes: `auth-api` for those of the API, the id of the workspace for those of the platform. So an
 * instance that gets a token for the platform cannot use it at the API.
 */
export const audienceOf = (scopes: readonly string[], workspaceId: string): string[] => [
  ...(scopes.some(isApiScope) ? ['auth-api'] : []),
  ...(scopes.every(isApiScope) ? [] : [workspaceId]),
];

/** Who may create API tokens in a workspace. */
export type TokenMakers = 'EVERYONE' | 'APPROVERS' | 'OWNER';

const makers: Readonly<Record<TokenMakers, readonly WorkspaceRole[]>> = {
  EVERYONE: everyone,
  APPROVERS: managers,
  OWNER: owner,
};

/** Whether the policy of a workspace lets a member with this role create API tokens. */
export const canCreateAuthTokens = (role: WorkspaceRole, tokenMakers: TokenMakers) =>
  makers[tokenMakers].includes(role);
