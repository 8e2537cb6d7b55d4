import type { DeviceRequest } from '@portal/contract';

/** A device that waits in the network of the user. */
export const aDevice = (overrides: Partial<DeviceRequest> = {}): DeviceRequest => ({
  client: 'Portal CLI',
  host: 'build-7',
  network: '203.0.113.x',
  ownNetwork: '203.0.113.x',
  requestedAt: '2026-01-01T00:00:00.000Z',
  scopes: ['workspace:read', 'members:write', 'members:read'],
  ...overrides,
});

export const redirectUri = 'http://127.0.0.1:51234/callback';

/** Has characters that a URL encodes. */
export const state = 'a+b/c=&d e%25';

const parameters = {
  response_type: 'code',
  client_id: 'portal-cli',
  redirect_uri: redirectUri,
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  state,
  scope: 'workspace:read members:write',
  host: 'anna-laptop',
};

/** The path that a client opens. A parameter with null is left out. */
export function terminalPath(overrides: Partial<Record<keyof typeof parameters, string | null>> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...parameters, ...overrides }))
    if (value !== null) query.set(name, value);
  return `/terminal?${query.toString()}`;
}
