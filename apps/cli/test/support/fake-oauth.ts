import { createHash, randomBytes } from 'node:crypto';
import { DeviceAuthorization, TokenRequest, type OAuthErrorCode, type TokenResponse } from '@portal/contract';

// The OAuth side of a portal, as packages/contract/src/terminal-logins describes it.

const random = (prefix: string) => `${prefix}${randomBytes(18).toString('base64url')}`;

export class FakeOAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly status: number;

  constructor(code: OAuthErrorCode, description: string, status = 400) {
    super(description);
    this.code = code;
    this.status = status;
  }
}

interface Login {
  readonly scopes: readonly string[];
  refreshToken: string;
  /** The former token, with what it was exchanged for. */
  former: { readonly token: string; readonly replacedAt: number } | null;
  isEnded: boolean;
}

interface Code {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly scopes: readonly string[];
}

export interface AccessGrant {
  readonly workspaceId: string | null;
  readonly scopes: readonly string[];
}

export function createFakeOAuth(urlOf: () => string) {
  const logins: Login[] = [];
  const codes = new Map<string, Code>();
  const accessTokens = new Map<string, AccessGrant & { readonly login: Login }>();
  const spentTokens = new Map<string, Login>();
  const settings = {
    issuer: '',
    graceMs: 60_000,
    expiresInSeconds: 3_600,
    intervalSeconds: 5,
    /** What the polls of a device answer, before the tokens. */
    polls: [] as OAuthErrorCode[],
    /** What the user leaves of the scopes. */
    grantedScopes: null as readonly string[] | null,
  };
  const counts = { refreshes: 0, endedLogins: 0 };

  function startLogin(scopes: readonly string[]): TokenResponse {
    const login: Login = { scopes, refreshToken: random('refresh-'), former: null, isEnded: false };
    logins.push(login);
    return toResponse(login, null);
  }

  function toResponse(login: Login, workspaceId: string | null): TokenResponse {
    const accessToken = random('access-');
    const scopes = workspaceId === null ? ['account:read'] : login.scopes;
    accessTokens.set(accessToken, { workspaceId, scopes, login });
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: settings.expiresInSeconds,
      refresh_token: login.refreshToken,
      scope: scopes.join(' '),
      login_scope: login.scopes.join(' '),
    };
  }

  function refresh(token: string | undefined, resource: string | undefined): TokenResponse {
    const workspaceId = resource === undefined ? null : resource.replace(`${urlOf()}/workspaces/`, '');
    if (workspaceId?.includes('/'))
      throw new FakeOAuthError('invalid_target', 'This login has no access to this workspace.');
    counts.refreshes += 1;
    const login = logins.find((each) => each.refreshToken === token && !each.isEnded);
    if (login) {
      login.former = { token: login.refreshToken, replacedAt: Date.now() };
      spentTokens.set(login.refreshToken, login);
      login.refreshToken = random('refresh-');
      return toResponse(login, workspaceId);
    }
    const former = logins.find((each) => each.former?.token === token && !each.isEnded);
    if (former?.former && Date.now() - former.former.replacedAt < settings.graceMs)
      return toResponse(former, workspaceId);
    endLogin(spentTokens.get(token ?? ''));
    throw new FakeOAuthError('invalid_grant', 'This code or refresh token is invalid, used or expired.');
  }

  function endLogin(login: Login | undefined): void {
    if (login === undefined || login.isEnded) return;
    login.isEnded = true;
    counts.endedLogins += 1;
  }

  function exchangeCode({
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }: ReturnType<typeof TokenRequest.parse>) {
    const issued = codes.get(code ?? '');
    codes.delete(code ?? '');
    const challenge = createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url');
    if (issued === undefined || issued.redirectUri !== redirectUri || issued.challenge !== challenge)
      throw new FakeOAuthError('invalid_grant', 'This code or refresh token is invalid, used or expired.');
    return startLogin(settings.grantedScopes ?? issued.scopes);
  }

  function pollDevice(): TokenResponse {
    const answer = settings.polls.shift();
    if (answer !== undefined) throw new FakeOAuthError(answer, `About ${answer}`);
    return startLogin(['members:read']);
  }

  return {
    settings,
    counts,
    logins,
    accessGrantOf(token: string): AccessGrant | null {
      const grant = accessTokens.get(token);
      return grant === undefined || grant.login.isEnded ? null : grant;
    },
    forgetAccessTokens: () => accessTokens.clear(),
    startLogin,
    /** What the page of the portal does when the user approves. Returns where the browser goes on. */
    approve(authorizationUrl: string): URL {
      const query = new URL(authorizationUrl).searchParams;
      const code = random('code-');
      const redirectUri = query.get('redirect_uri') ?? '';
      const scopes = (query.get('scope') ?? '').split(' ');
      codes.set(code, { redirectUri, challenge: query.get('code_challenge') ?? '', scopes });
      const redirect = new URL(redirectUri);
      redirect.searchParams.set('code', code);
      redirect.searchParams.set('state', query.get('state') ?? '');
      redirect.searchParams.set('iss', settings.issuer);
      return redirect;
    },
    requestDeviceCode(form: unknown) {
      const { client_id: clientId } = DeviceAuthorization.parse(form);
      if (clientId !== 'portal-cli') throw new FakeOAuthError('invalid_client', 'There is no such client.', 401);
      return {
        device_code: random('device-'),
        user_code: 'WDJB-MJHT',
        verification_uri: 'https://portal.example/device',
        expires_in: 600,
        interval: settings.intervalSeconds,
      };
    },
    issueToken(form: unknown): TokenResponse {
      const request = TokenRequest.parse(form);
      if (request.client_id !== 'portal-cli')
        throw new FakeOAuthError('invalid_client', 'There is no such client.', 401);
      if (request.grant_type === 'refresh_token') return refresh(request.refresh_token, request.resource);
      if (request.grant_type === 'authorization_code') return exchangeCode(request);
      if (request.grant_type === 'urn:ietf:params:oauth:grant-type:device_code') return pollDevice();
      throw new FakeOAuthError('unsupported_grant_type', 'This grant type is not supported.');
    },
    revoke(token: string): void {
      for (const login of logins) if (login.refreshToken === token) login.isEnded = true;
    },
  };
}
