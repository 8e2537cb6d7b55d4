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
  const platformScopes = settings.PLATFORM_SCOPES.map(({ name }) => name);
  const scopes = given ?? [...defaultApiScopes, ...platformScopes.slice(0, 1)];
  for (const scope of scopes) {
    if (!isApiScope(scope) && !platformScopes.includes(scope))
      throw invalidField('body.scopes', `There is no scope ${scope}.`);
    if (isApiScope(scope) && !apiScopes[scope].roles.includes(role))
      throw invalidField('body.scopes', `Your role does not include what ${scope} allows.`);
    if (isWriteScope(scope) && !policy.allowsWrites)
      throw invalidField('body.scopes', 'The policy of this workspace lets no token change anything.');
  }
  return scopes;
}
