import {
  apiScopes,
  dayMs,
  defaultApiScopes,
  isApiScope,
  isWriteScope,
  type NewAuthToken,
  type TokenPolicy,
  type WorkspaceRole,
} from '@portal/contract';
import type { Settings } from '../../platform/config/settings.ts';
import { invalidField } from '../../platform/errors/api-error.ts';
import type { Services } from '../../request/call/services.ts';

/** The maximum lifetime of a new token, in days. */
export const longestDays = ({ maxDays }: TokenPolicy, { API_TOKEN_MAX_DAYS }: Pick<Settings, 'API_TOKEN_MAX_DAYS'>) =>
  Math.min(maxDays ?? API_TOKEN_MAX_DAYS, API_TOKEN_MAX_DAYS);

/** For how long a token can replace itself after a person last confirmed that. */
const longestChainDays = 365;

/** Until when a token can replace itself if a person confirms that now. */
export const chainEndFrom = (now: Date, { API_TOKEN_MAX_DAYS }: Pick<Settings, 'API_TOKEN_MAX_DAYS'>) =>
  new Date(now.getTime() + Math.min(longestChainDays, API_TOKEN_MAX_DAYS) * dayMs);

/** Whether a scope exists: one of the API, or one that the operator named for the platform. */
export const scopeExists = (scope: string, { PLATFORM_SCOPES }: Pick<Settings, 'PLATFORM_SCOPES'>) =>
  isApiScope(scope) || PLATFORM_SCOPES.some(({ name }) => name === scope);

interface Grant {
  readonly role: WorkspaceRole;
  readonly policy: TokenPolicy;
  readonly services: Pick<Services, 'settings'>;
}

/** The scopes of a new token. Throws `InvalidInput` for one that does not exist, or that its creator cannot give. */
export function checkedScopes(
  { scopes: given }: Pick<NewAuthToken, 'scopes'>,
  { role, policy, services: { settings } }: Grant,
): string[] {
  const defaultPlatformScopes = settings.PLATFORM_SCOPES.slice(0, 1).map(({ name }) => name);
  const scopes = given ?? [...defaultApiScopes, ...defaultPlatformScopes];
  for (const scope of scopes) {
    if (!scopeExists(scope, settings)) throw invalidField('body.scopes', `There is no scope ${scope}.`);
    if (isApiScope(scope) && !apiScopes[scope].roles.includes(role))
      throw invalidField('body.scopes', `Your role does not include what ${scope} allows.`);
    if (isWriteScope(scope) && !policy.allowsWrites)
      throw invalidField('body.scopes', 'The policy of this workspace lets no token change anything.');
  }
  return scopes;
}
