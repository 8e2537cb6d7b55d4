import type { InputOf, sessionCalls } from '@portal/contract';
import type { Logger } from 'pino';
import { databaseNow } from '../database/clock.ts';
import { asProblem } from '../http/failures.ts';
import type { Handlers } from '../http/handlers.ts';
import { problem } from '../http/problem.ts';
import { authenticateBySession } from '../http/authenticate.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings.ts';
import { presentUser } from '../users/users.present.ts';
import { Auth0Login } from './auth0-login.ts';
import { providerError } from './provider-error.ts';
import { logIn, logOut, needsFreshLogin, needsFreshLoginToClaim } from './log-in.ts';
import { takeAttempt } from './login-attempts.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts';

/** Handlers of the login routes; they share one connection to the provider's published keys. */
export function sessionHandlers(services: Services): Handlers<typeof sessionCalls> {
  const auth0 = new Auth0Login(services);
  const { settings, metrics } = services;

  return {
    whoami(_input, { actor: { user, credential, now } }) {
      const session = { user: presentUser(user, services.legal, now) };
      if (credential.kind === 'session') {
        return { ...session, session: { startedAt: credential.startedAt.toISOString(), isStaff: credential.isStaff } };
      }
      const { id, name, workspaceId, expiresAt } = credential;
      // An instance is the customer's: it gets to know no more of a person than at the handshake.
      if (credential.kind === 'instance') {
        Object.assign(session.user, {
          providerPictureUrl: null,
          auth0Id: null,
          discordUsername: null,
          githubUsername: null,
          lockOut: null,
        });
      }
      return { ...session, token: { id, name, workspaceId, expiresAt: expiresAt.toISOString() } };
    },

    async login({ query }, { needsConfirmation, req, res }) {
      if (needsConfirmation) return confirmLogin(query, settings);
      if (query.fresh !== '1') return { redirect: await auth0.begin(req, res, { signup: query.signup === '1' }) };
      const actor = await authenticateBySession(req, null, services);
      return { redirect: await auth0.begin(req, res, { fresh: { userId: actor?.user.id ?? null } }) };
    },

    loginCallback: logLoginFailures(services, async ({ query }, { req, res, log, request }) => {
      const attempt = query.state === undefined ? null : await takeAttempt(req, query.state, services);
      if (!attempt || query.error !== undefined || query.code === undefined) {
        log.info(
          { providerError: providerError(query.error), knownAttempt: attempt !== null },
          'a login was not finished',
        );
        if (await authenticateBySession(req, null, services))
          return { redirect: `${settings.PORTAL_URL}/login-success` };
        throw problem('LoginNotFinished');
      }
      const claims = await auth0.finish(query.code, attempt);
      const { sub: subject } = claims;
      const mustBeFresh =
        needsFreshLogin(claims, attempt, settings, await databaseNow(services.db)) ||
        (await needsFreshLoginToClaim(claims, attempt, services));
      if (mustBeFresh) {
        const redirect = await auth0.begin(req, res, { fresh: attempt });
        metrics.countSignIn({ subject, outcome: 'asked anew' });
        return { redirect };
      }
      await services.rateLimits.countLoginOfAccount(subject, res);
      const previousSessionId = readSessionCookie(req, settings);
      const { sessionId, isFirst } = await logIn(claims, { attempt, previousSessionId, request }, services);
      metrics.countSignIn({ subject, outcome: isFirst ? 'signed up' : 'logged in' });
      setSessionCookie(res, sessionId, settings);
      return { redirect: `${settings.PORTAL_URL}/login-success` };
    }),

    async logout({ query: { confirm } }, { needsConfirmation, req, res, request }) {
      if (needsConfirmation || confirm === '1') return confirmLogout(settings.AUTH_API_URL);
      const sessionId = readSessionCookie(req, settings);
      if (sessionId !== null) await logOut(sessionId, request, services);
      clearSessionCookie(res, settings);
      res.set('Clear-Site-Data', clearedAtLogout);
      const returnTo = `${settings.AUTH_API_URL}/auth/logout-callback`;
      const query = new URLSearchParams({ client_id: settings.AUTH0_CLIENT_ID, returnTo });
      return { redirect: `${settings.AUTH0_URL}/v2/logout?${query.toString()}` };
    },

    logoutCallback: () => ({ redirect: `${settings.PORTAL_URL}/logout-success` }),
  };
}

/**
 * What the browser forgets of this API at a logout. Not `"cookies"`: that reaches every host of the registered domain, and
 * so a login at the identity provider that the redirect is about to end there. Storage is the origin’s own, so that the
 * portal keeps its theme and its login redirect.
 */
const clearedAtLogout = '"cache", "storage"';

/**
 * Counts the logins that fail, by the type of their failure, and logs from which address they come, so that an
 * operator can see who tries codes. Neither traces nor metrics have the address.
 */
const logLoginFailures =
  <Input, Context extends { log: Logger; request: { ip: string | null } }, Answer>(
    { metrics }: Services,
    work: (input: Input, context: Context) => Promise<Answer>,
  ) =>
  async (input: Input, context: Context): Promise<Answer> => {
    try {
      return await work(input, context);
    } catch (error) {
      const { type } = asProblem(error);
      metrics.countSignIn({ subject: null, outcome: type });
      context.log.warn({ clientAddress: context.request.ip, failure: type }, 'login failed');
      throw error;
    }
  };

/** The login was no navigation of a tab, or a browser without fetch metadata came from elsewhere. */
function confirmLogin(query: InputOf<typeof sessionCalls.login>['query'], { AUTH_API_URL }: Settings) {
  const loginQuery = new URLSearchParams({
    ...(query.signup === '1' && { signup: '1' }),
    ...(query.fresh === '1' && { fresh: '1' }),
  });
  return {
    page: {
      title: 'Continue to log in?',
      text: 'A link or a page elsewhere sent you here.',
      action: {
        label: 'Log in',
        href: `${AUTH_API_URL}/auth/login${loginQuery.size === 0 ? '' : `?${loginQuery.toString()}`}`,
      },
    },
  };
}

/** Something other than a page of the portal sent the browser here: only the user ends their session. */
const confirmLogout = (authApiUrl: string) => ({
  page: {
    title: 'Do you want to log out?',
    text: 'A link or another site opened this page. You stay logged in unless you confirm.',
    action: { label: 'Log out', href: `${authApiUrl}/auth/logout` },
  },
});
