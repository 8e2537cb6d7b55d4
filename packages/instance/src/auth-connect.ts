import { sessionCookie, workspaceIdOf, type Context } from './context.ts';
import { ConnectError } from './connect-error.ts';
import { Handshakes } from './handshakes.ts';
import { redirectPath } from './redirect-path.ts';
import { redirectTo, textResponse, withCookies } from './responses.ts';
import { createSecret, hashSecret, type Session } from './sessions.ts';
import { numberOf } from './shapes.ts';

/** How a login ends: in the default or the caller's way. */
export interface LoginPages {
  /** The page of a failed login. `workspaceId` is null if the request names none. Default: a line of text. */
  readonly errorPage?: (error: ConnectError, workspaceId: string | null) => Response;
  /** The path that a login leads to. Default: `redirect`, or the root of the instance. */
  readonly landingPath?: (session: Session) => string;
}

/** The status of the default page. */
const statuses: Readonly<Record<ConnectError['type'], number>> = {
  Rejected: 400,
  StateMismatch: 403,
  OtherWorkspace: 403,
  SessionEnded: 401,
  ApiUnavailable: 503,
  UnexpectedResponse: 502,
  InvalidToken: 502,
};

const defaultErrorPage = ({ type, message }: ConnectError) =>
  textResponse(statuses[type], `The login failed: ${message}. Open the workspace in the account portal again.\n`);

/** Answers `GET /auth-connect`, which logs a browser in. */
export function authConnectHandler(context: Context, pages: LoginPages): (request: Request) => Promise<Response> {
  const { api, cookies, store, basePath } = context;
  const { errorPage = defaultErrorPage } = pages;
  const { landingPath = ({ redirect }: Session) => redirect ?? `${basePath}/` } = pages;
  const handshakes = new Handshakes(cookies);

  /**
   * A code without a state may come from the portal, or from an attacker who wants this browser to log in as them. The browser
   * is sent back for a new code with a state that only this browser has.
   */
  function start(request: Request, workspaceId: string, code: string, redirect: string | null): Response {
    const { state, setCookies } = handshakes.start(request, workspaceId);
    const isPath = redirect !== null && redirectPath(redirect, basePath) !== null;
    const url = api.goUrl(workspaceId, { state, code, ...(isPath && { redirect }) });
    return withCookies(redirectTo(url), setCookies);
  }

  async function logIn(request: Request, session: Session): Promise<Response> {
    const previous = cookies.read(request).get(sessionCookie);
    if (previous !== undefined) await store.delete(hashSecret(previous), 'replaced');
    const secret = createSecret();
    await store.set(hashSecret(secret), session);
    return withCookies(redirectTo(landingPath(session)), [cookies.set(sessionCookie, secret)]);
  }

  async function connect(request: Request, query: URLSearchParams, workspaceId: string | null): Promise<Response> {
    const code = query.get('code') ?? '';
    if (code === '' || workspaceId === null) throw new ConnectError('Rejected', 'no code or no workspace');
    if (!(await context.accepts(workspaceId)))
      throw new ConnectError('OtherWorkspace', 'this instance serves another workspace');
    const state = query.get('state');
    const redirect = query.get('redirect');
    if (state === null) return start(request, workspaceId, code, redirect);
    const clearState = handshakes.finish(request, state, workspaceId);
    const response = await redeem(context, { code, state, workspaceId })
      .then((entered) => logIn(request, { ...entered, redirect: redirectPath(redirect, basePath) }))
      .catch((error: unknown) => pageOf(error, workspaceId));
    return withCookies(response, [clearState]);
  }

  function pageOf(error: unknown, workspaceId: string | null): Response {
    if (!(error instanceof ConnectError)) throw error;
    return errorPage(error, workspaceId);
  }

  return (request) => {
    const query = new URL(request.url).searchParams;
    const workspaceId = workspaceIdOf(query);
    return connect(request, query, workspaceId).catch((error: unknown) => pageOf(error, workspaceId));
  };
}

/** Redeems a code, once: a second attempt with the same code always fails. */
async function redeem(
  { api, tokens }: Context,
  { code, state, workspaceId }: { readonly code: string; readonly state: string; readonly workspaceId: string },
): Promise<Omit<Session, 'redirect'>> {
  const answer = await api.completeAuthConnect(code, state);
  const claims = await tokens.verify(answer.token, 'instance', {
    audience: 'instance',
    requiredClaims: ['exp', 'iat', 'jti', 'sub'],
  });
  const matches =
    claims['sid'] === answer.sessionId &&
    claims.sub === answer.user.id &&
    claims['workspaceId'] === answer.workspace.id &&
    answer.workspace.id === workspaceId;
  if (!matches) throw new ConnectError('InvalidToken', 'the token belongs to a different user or workspace');
  // A logout or a workspace event can arrive before the session is stored, so the first request asks the API again.
  return { ...answer, enteredAt: numberOf(claims, 'iat'), expiresAt: numberOf(claims, 'exp'), checkedAt: 0 };
}
