import { authConnectHandler, type LoginPages } from './auth-connect.ts';
import { backchannelLogoutHandler } from './backchannel-logout.ts';
import { BearerCheck, type BearerOptions, type BearerResult } from './bearer.ts';
import type { Context } from './context.ts';
import { Cookies, type RequestLike } from './cookies.ts';
import { PortalApi } from './portal-api.ts';
import { PortalTokens } from './portal-tokens.ts';
import { refreshAuthHandler } from './refresh-auth.ts';
import { textResponse } from './responses.ts';
import { SessionCheck } from './session-check.ts';
import { MemorySessionStore, type Session, type SessionStore } from './sessions.ts';
import { workspaceEventsHandler } from './workspace-events.ts';

export interface InstanceOptions extends LoginPages {
  /** The URL of the account portal's API. */
  readonly apiUrl: string;
  /** The URL of the account portal. */
  readonly portalUrl: string;
  /** The URL of this instance, as in the settings of its workspaces. Over HTTPS, the cookies are secure. A path is allowed. */
  readonly url: string;
  /**
   * The ids of the workspaces that this instance serves, or what decides. Required, because anyone can create a workspace with the URL of
   * your instance, and would be its owner.
   */
  readonly acceptsWorkspace: readonly string[] | ((workspaceId: string) => boolean | Promise<boolean>);
  /** The issuer of the account portal's tokens. Default: `apiUrl`. */
  readonly issuer?: string;
  /** Default: the memory of this process, for 10,000 sessions. */
  readonly store?: SessionStore;
  /** How the names of the cookies begin. Instances on one host need different ones. Default: `instance`. */
  readonly cookieName?: string;
  /** How long an API token that was active goes on working while the API is away, in minutes. Default: 0. */
  readonly allowOfflineMinutes?: number;
  /** How long the keys are not read again for a token with an unknown key, in seconds. Default: 30. */
  readonly keysCooldownSeconds?: number;
  /** How long a call to the API may take, in milliseconds. Default: 5,000. */
  readonly timeoutMs?: number;
}

/** An instance of the platform that is connected to the account portal. */
export interface Instance {
  /**
   * Answers the requests to the instance's endpoints: `GET /auth-connect`, `GET /refresh-auth`, `POST /backchannel-logout` and
   * `POST /workspace-events`, below the path of the instance's URL or, behind a proxy that removes it, without. Null for any other path.
   * Rejects if the store, `acceptsWorkspace`, or a page of yours does.
   */
  handle(request: Request): Promise<Response | null>;
  /**
   * Returns the session of a request, or null. Asks the API every five minutes and after a hint. Only its 401 ends the session: an API
   * that does not answer says nothing about the user. Rejects if the store does.
   */
  authenticate(request: RequestLike): Promise<Session | null>;
  /**
   * Asks the API about the session of a request now, and returns the session as of now; null without a session. Throws a `ConnectError`:
   * `SessionEnded`, after which the session is gone, or why the API could not be asked.
   */
  reconnect(request: RequestLike): Promise<Session | null>;
  /** The key of a request's session in the store, also if there is no such session any more; null if the request names none. */
  sessionKey(request: RequestLike): string | null;
  /**
   * Checks the API token of a request, or an API token. A revoked token works for 30 seconds more, and while the API is away for
   * `allowOfflineMinutes` after it was last seen active. Rejects only because of a bug.
   */
  verifyBearer(requestOrToken: RequestLike | string, options: BearerOptions): Promise<BearerResult>;
}

type Handler = (request: Request) => Promise<Response>;

/** Connects an instance to the account portal. Throws a `TypeError` if a URL is none. */
export function createInstance(options: InstanceOptions): Instance {
  const context = contextOf(options);
  const sessions = new SessionCheck(context);
  const bearer = new BearerCheck(context, options.allowOfflineMinutes ?? 0);
  const endpoints: Readonly<Record<string, { readonly method: string; readonly handle: Handler }>> = {
    '/auth-connect': { method: 'GET', handle: authConnectHandler(context, options) },
    '/refresh-auth': { method: 'GET', handle: refreshAuthHandler(context) },
    '/backchannel-logout': { method: 'POST', handle: backchannelLogoutHandler(context) },
    '/workspace-events': { method: 'POST', handle: workspaceEventsHandler(context) },
  };
  return {
    async handle(request) {
      const { pathname } = new URL(request.url);
      const { basePath } = context;
      const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
      const endpoint = endpoints[path];
      if (!endpoint) return null;
      return request.method === endpoint.method ? endpoint.handle(request) : methodNotAllowed(endpoint.method);
    },
    authenticate: (request) => sessions.find(request),
    reconnect: (request) => sessions.checkNow(request),
    sessionKey: (request) => sessions.keyOf(request),
    verifyBearer: (requestOrToken, bearerOptions) => bearer.verify(requestOrToken, bearerOptions),
  };
}

function contextOf(options: InstanceOptions): Context {
  const apiUrl = withoutSlash(options.apiUrl);
  const { issuer = apiUrl, cookieName = 'instance', timeoutMs = 5_000, keysCooldownSeconds = 30 } = options;
  const { acceptsWorkspace, store = new MemorySessionStore() } = options;
  const { protocol, pathname } = new URL(options.url);
  return {
    api: new PortalApi(apiUrl, timeoutMs),
    tokens: new PortalTokens({ apiUrl, issuer, keysCooldownMs: keysCooldownSeconds * 1_000, timeoutMs }),
    store,
    cookies: new Cookies(cookieName, protocol === 'https:'),
    portalUrl: withoutSlash(options.portalUrl),
    basePath: withoutSlash(pathname),
    accepts: async (id) =>
      typeof acceptsWorkspace === 'function' ? acceptsWorkspace(id) : acceptsWorkspace.includes(id),
  };
}

const withoutSlash = (text: string) => text.replace(/\/+$/, '');

function methodNotAllowed(allowed: string): Response {
  const response = textResponse(405, 'Method not allowed\n');
  response.headers.set('allow', allowed);
  return response;
}
