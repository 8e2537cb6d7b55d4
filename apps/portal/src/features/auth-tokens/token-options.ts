import {
  apiScopeNames,
  apiScopes,
  defaultApiScopes,
  isApiScope,
  isWriteScope,
  maxNetworks,
  networkError,
  splitNetworks,
  type NewAuthToken,
  type WorkspaceRole,
} from '@portal/contract';
import type { TokenRules } from '../../api/auth-tokens.api.ts';

/** What the user chose for a new token. The initial values are what the API chooses itself. */
export interface TokenOptions {
  /** Null for the default scopes. */
  readonly scopes: readonly string[] | null;
  /** Empty for the user. */
  readonly serviceAccountId: string;
  readonly networks: string;
  readonly canRotateItself: boolean;
}

export const defaultOptions: TokenOptions = {
  scopes: null,
  serviceAccountId: '',
  networks: '',
  canRotateItself: false,
};

export type OptionsBody = Pick<NewAuthToken, 'scopes' | 'serviceAccountId' | 'networks' | 'canRotateItself'>;

/** The part of the request. Without a choice it is empty, as the specification has it. */
export function optionsBody({ scopes, serviceAccountId, networks, canRotateItself }: TokenOptions): OptionsBody {
  const parsedNetworks = splitNetworks(networks);
  return {
    ...(scopes && { scopes: [...scopes] }),
    ...(serviceAccountId !== '' && { serviceAccountId }),
    ...(parsedNetworks.length > 0 && { networks: parsedNetworks }),
    ...(canRotateItself && { canRotateItself }),
  };
}

/** What is wrong with the typed networks; undefined if nothing is. */
export function networksError(text: string): string | undefined {
  const networks = splitNetworks(text);
  if (networks.length > maxNetworks) return `At most ${maxNetworks} networks`;
  return networks.map(networkError).find((error) => error !== null) ?? undefined;
}

/** Whether the API would reject what the user chose. */
export const isInvalidChoice = ({ scopes, networks }: TokenOptions) =>
  scopes?.length === 0 || networksError(networks) !== undefined;

/** The role that a scope needs, for users. */
const neededRole = (roles: readonly WorkspaceRole[]) => (roles.includes('APPROVER') ? 'Approver' : 'Owner');

/** Why a token of a person with this role cannot use a scope; null if it can. Null as the role: it does not count. */
export function missingRight(
  scope: string,
  { role, allowsWrites }: { readonly role: WorkspaceRole | null; readonly allowsWrites: boolean },
): string | null {
  if (!isApiScope(scope)) return null;
  const { roles } = apiScopes[scope];
  if (role !== null && !roles.includes(role)) return `needs the role ${neededRole(roles)}`;
  return isWriteScope(scope) && !allowsWrites ? 'the policy lets no token change anything' : null;
}

export const defaultScopes = ({ platformScopes }: TokenRules): readonly string[] => [
  ...defaultApiScopes,
  ...platformScopes.slice(0, 1).map(({ name }) => name),
];

/** Whether an instance that gets the token could change something in the account portal with it. */
export const isMixed = (scopes: readonly string[]) =>
  scopes.some(isWriteScope) && !scopes.every((scope) => isApiScope(scope));

export interface Preset {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** The list of a preset is stored, so that the token does not get what a later version adds. */
export function presets(rules: TokenRules, isAllowed: (scope: string) => boolean): readonly Preset[] {
  const all: readonly Preset[] = [
    { name: 'Read', scopes: defaultApiScopes },
    { name: 'Manage members', scopes: ['workspace:read', 'members:read', 'members:write'] },
    { name: 'Everything in the account portal', scopes: apiScopeNames.filter(isAllowed) },
    { name: 'Use the platform', scopes: rules.platformScopes.map(({ name }) => name) },
  ];
  return all.filter(({ scopes }) => scopes.length > 0 && scopes.every(isAllowed));
}
