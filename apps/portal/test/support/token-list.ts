import type { authTokenCalls, AuthToken, ResponseOf, ServiceAccount } from '@portal/contract';
import { ulid } from 'ulid';

type TokenList = ResponseOf<typeof authTokenCalls.listAuthTokens>;

/** The list of the API tokens of a workspace whose policy is the standard one. */
export const aTokenList = (authTokens: readonly AuthToken[], overrides: Partial<TokenList> = {}): TokenList => ({
  authTokens: [...authTokens],
  longestDays: 365,
  policy: { makers: 'EVERYONE', maxDays: null, allowsWrites: true },
  platformScopes: [{ name: 'platform:use', description: 'Use the platform' }],
  ...overrides,
});

export const aServiceAccount = (overrides: Partial<ServiceAccount> = {}): ServiceAccount => ({
  id: ulid(),
  name: 'CI',
  description: null,
  role: 'EDITOR',
  createdAt: '2026-01-01T00:00:00.000Z',
  createdById: ulid(),
  activeTokens: 0,
  lastUsedAt: null,
  ...overrides,
});
