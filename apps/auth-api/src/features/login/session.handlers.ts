import { accountScope, isApiScope, type InputOf, type sessionCalls } from '@portal/contract';
import type { Request } from 'express';
import type { Logger } from 'pino';
import type { Settings } from '../../platform/config/settings.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { toApiError } from '../../request/call/to-api-error.ts';
import { findInvitedEmail } from '../workspaces/invitations/invitations.queries.ts';
import { findLinkedEmail } from '../accounts/users/pre-provisioned-user-links.ts';
import { throttledWarning } from '../../platform/observability/throttled-warning.ts';
import { isScoped, type Credential } from '../../request/account/actor.ts';
import type { Context, Handlers, HttpContext, Redirect } from '../../request/call/types.ts';
import type { Services } from '../../request/call/services.ts';
import { toUser } from '../accounts/users/users.presenters.ts';
import { authenticateBySession } from '../../request/stages/authenticate.ts';
import { createSecret, hashSecret } from '../../request/auth/secrets.ts';
import { Auth0Login } from './auth0-login.ts';
import { completeLogin, logOut, requiresReauthentication, requiresReauthenticationAfterEnd } from './complete-login.ts';
import { consumeLoginAttempt, type LoginAttempt } from './login-attempts.ts';
import { endProviderSessions } from './end-provider-sessions.ts';
import { callbackError, isCancelledByUser, knownOAuthError, reasonOf } from './oauth-error.ts';
import { createProviderKeys } from './provider-keys.ts';
import { verifyProviderLogout } from './provider-logout-token.ts';
import {
  clearSessionCookie,
  readDeviceCookie,
  readIntentCookie,
  readSessionCookie,
  setDeviceCookie,
  setSessionCookie,
} from '../../request/auth/session-cookie.ts';

/** Throttled, because anyone can send such tokens. */
const warnOfInvalidLogoutToken = throttledWarning(
  'tokens',
  'rejected logout tokens; see docs/operating/incidents/logout-tokens-rejected.md',
);

/** A scope of this API, or the one of a token without a workspace. */
const readsAccount = (scope: string) => isApiScope(scope) || scope === accountScope;

/** Returns the address that a link to an invitation or a prepared workspace was sent to; null unless it can still be used. */
async function findEmailOfLink(token: string, services: Services): Promise<string | null> {
  const tokenHash = hashSecret(token);
  return (await findInvitedEmail(tokenHash, services)) ?? findLinkedEmail(tokenHash, services);
}

export function sessionHandlers(services: Services): Handlers<typeof sessionCalls> {
  const providerKeys = createProviderKeys(services);
  const auth0 = new Auth0Login(services, providerKeys);
  const { settings, metrics } = services;

  /**
   * Handles a callback without a code. A user who is logged in, in this or another tab, returns to the portal; but not after a
   * new login that the provider refused, which must not look as if it had succeeded. Nor must one that the user cancelled.
   */
  async function handleFailure(
    query: InputOf<typeof sessionCalls.loginCallback>['query'],
    attempt: LoginAttempt | null,
    { req, log }: Context & HttpContext,
  ): Promise<Redirect> {
    log.info(
      {
        providerError: knownOAuthError(query.error),
        providerReason: attempt ? reasonOf(query.error_description) : undefined,
        knownAttempt: attempt !== null,
      },
      'login not completed',
    );
    const isCancelled = isCancelledByUser(query);
    const hasFailed = attempt !== null && query.error !== undefined && !isCancelled;
    if (!hasFailed && (await authenticateBySession(req, null, services)))
      return { redirect: `${settings.PORTAL_URL}/login-success${isCancelled ? '?incomplete=1' : ''}` };
    if (!isCancelled) throw callbackError(query, attempt !== null);
    metrics.countLogin({ subject: null, outcome: 'LoginNotFinished' });
    return { redirect: `${settings.PORTAL_URL}/login?cancelled=1` };
  }

  /** Completes the login of an attempt, or starts another one if the user must authenticate again. */
  async function redeemLogin(
    code: string,
    attempt: LoginAttempt,
    { req, res, request }: Context & HttpContext,
  ): Promise<Redirect> {
    const claims = await auth0.redeemCode(code, attempt);
    const { sub: subject } = claims;
    const mustReauthenticate =
      requiresReauthentication(claims, attempt, settings, await databaseNow(services.db)) ||
      (await requiresReauthenticationAfterEnd(claims, attempt, services));
    if (mustReauthenticate) {
      const redirect = await auth0.start(req, res, { reauthenticate: attempt, email: null });
      metrics.countLogin({ subject, outcome: 'reauth_required' });
      return { redirect };
    }
    if (attempt.userId === null) await services.rateLimits.countAccountLogin(subject, res);
    const previousSecret = readSessionCookie(req, settings);
    const deviceSecret = readDeviceCookie(req, settings) ?? createSecret();
    const intentSecret = readIntentCookie(req, settings);
    const { secret, isFirstLogin } = await completeLogin(
      claims,
      { attempt, previousSecret, deviceSecret, intentSecret, request },
      services,
    );
    metrics.countLogin({ subject, outcome: isFirstLogin ? 'signed_up' : 'logged_in' });
    setSessionCookie(res, secret, settings);
    setDeviceCookie(res, deviceSecret, settings);
    return { redirect: `${settings.PORTAL_URL}/login-success` };
  }

  return {
    whoami(_input, { actor }) {
      const { user, serviceAccount, credential } = actor;
      if (serviceAccount) return { serviceAccount, token: toCurrentToken(credential) };
      const response = { user: toUser(user, services.legal, actor) };
      if (credential.kind === 'session') {
        return { ...response, session: { startedAt: credential.startedAt.toISOString(), isStaff: credential.isStaff } };
      }
      // An instance belongs to a customer. It sees no more of a user than the handshake shows, also by an API token for the platform.
      if (credential.kind === 'instance' || !credential.scopes.some(readsAccount)) {
        Object.assign(response.user, {
          providerPictureUrl: null,
          auth0Id: null,
          discordUsername: null,
          githubUsername: null,
          lockOut: null,
          deletionDueAt: null,
        });
      }
      return { ...response, token: toCurrentToken(credential) };
    },

    async login({ query }, { needsConfirmation, req, res }) {
      if (needsConfirmation) return loginConfirmationPage(query, settings);
      if (query.fresh !== '1') {
        const email = query.invitation === undefined ? null : await findEmailOfLink(query.invitation, services);
        return { redirect: await auth0.start(req, res, { signup: query.signup === '1', email }) };
      }
      const actor = await authenticateBySession(req, null, services);
      const { id: userId, email } = actor?.user ?? { id: null, email: null };
      return { redirect: await auth0.start(req, res, { reauthenticate: { userId }, email }) };
    },

    loginCallback: withLoginErrorLogging(services, async ({ query }, context) => {
      const attempt =
        query.state === undefined ? null : await consumeLoginAttempt(context.req, context.res, query.state, services);
      const completed =
        !attempt || query.error !== undefined || query.code === undefined
          ? handleFailure(query, attempt, context)
          : redeemLogin(query.code, attempt, context);
      return completed.catch((error: unknown) => {
        if (error instanceof ApiError) error.isNewLogin = attempt !== null && attempt.userId !== null;
        throw error;
      });
    }),

    async logout({ query: { confirm } }, { needsConfirmation, req, res, request }) {
      if (needsConfirmation || confirm === '1') return logoutConfirmationPage(settings);
      const secret = readSessionCookie(req, settings);
      if (secret !== null) await logOut(secret, request, services);
      clearSessionCookie(res, settings);
      const returnTo = `${settings.AUTH_API_URL}/auth/logout-callback`;
      const query = new URLSearchParams({ client_id: settings.AUTH0_CLIENT_ID, returnTo });
      return { redirect: `${settings.AUTH0_URL}/v2/logout?${query.toString()}` };
    },

    logoutCallback: () => ({ redirect: `${settings.PORTAL_URL}/logout-success` }),

    async backChannelLogout(_input, context) {
      const { req, request } = context;
      const logout = await verifyProviderLogout(logoutTokenOf(req), providerKeys, context).catch((error: unknown) => {
        if (error instanceof ApiError && error.type === 'InvalidLogoutToken') {
          warnOfInvalidLogoutToken(services);
          metrics.countLogoutToken('rejected');
        }
        throw error;
      });
      await endProviderSessions(logout, request, services);
      metrics.countLogoutToken('accepted');
      return {};
    },
  };
}

const toCurrentToken = (credential: Exclude<Credential, { kind: 'session' }>) => ({
  id: credential.id,
  name: isScoped(credential) ? credential.name : null,
  workspaceId: credential.workspaceId,
  scopes: isScoped(credential) ? [...credential.scopes] : null,
  expiresAt: credential.expiresAt.toISOString(),
});

/** The token in the form that the identity provider posts; empty without one, which is no valid token. */
function logoutTokenOf({ body }: Request): string {
  return Buffer.isBuffer(body) ? (new URLSearchParams(body.toString()).get('logout_token') ?? '') : '';
}

/**
 * Counts failed logins by error type, and logs the client's address so that operators can see who guesses codes. Traces and
 * metrics do not contain the address.
 */
const withLoginErrorLogging =
  <Input, Context extends { log: Logger; request: { ip: string | null } }, Result>(
    { metrics }: Services,
    handler: (input: Input, context: Context) => Promise<Result>,
  ) =>
  async (input: Input, context: Context): Promise<Result> => {
    try {
      return await handler(input, context);
    } catch (error) {
      const { type } = toApiError(error);
      metrics.countLogin({ subject: null, outcome: type });
      context.log.warn({ 'client.address': context.request.ip, 'error.type': type }, 'login failed');
      throw error;
    }
  };

function loginConfirmationPage(query: InputOf<typeof sessionCalls.login>['query'], { AUTH_API_URL }: Settings) {
  const loginQuery = new URLSearchParams({
    ...(query.signup === '1' && { signup: '1' }),
    ...(query.fresh === '1' && { fresh: '1' }),
    ...(query.invitation !== undefined && { invitation: query.invitation }),
  });
  return {
    page: {
      title: 'Continue to log in?',
      text: 'A link or another site opened this page.',
      action: {
        label: 'Log in',
        href: `${AUTH_API_URL}/auth/login${loginQuery.size === 0 ? '' : `?${loginQuery.toString()}`}`,
      },
    },
  };
}

const logoutConfirmationPage = ({ AUTH_API_URL }: Settings) => ({
  page: {
    title: 'Do you want to log out?',
    text: 'A link or another site opened this page. You stay logged in unless you confirm.',
    action: { label: 'Log out', href: `${AUTH_API_URL}/auth/logout` },
  },
});
