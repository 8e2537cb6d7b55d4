import type { Request, RequestHandler, Response } from 'express';
import { Passport, type StrategyCreated } from 'passport';
import { Fault } from '../fault.ts';
import type { Services } from '../services.ts';
import type { Settings } from '../settings.ts';
import { IdTokens, type IdentityClaims } from './id-token.ts';
import { beginAttempt, type LoginAttempt } from './login-attempts.ts';
import { exchangeCode } from './token-exchange.ts';

const scope = 'openid profile email';

/** How a login starts; `fresh` asks the user, if one is logged in, to prove again who they are. */
type LoginWish = { readonly signup: boolean } | { readonly fresh: { readonly userId: string | null } };

/** A login makes two requests to the provider: one for the tokens, one for the keys that verify them. */
const exchangeShare = 2 / 3;

/** What passport-auth0 reads and writes instead of a session. */
interface AuthorizationRequest extends Request {
  readonly session: { readonly authParams?: { readonly nonce?: string } };
}

/**
 * Logs users in at Auth0 by the authorization code flow with state, nonce and PKCE. Passport builds the request for the
 * login page. The API redeems the code and verifies the ID token itself: passport-auth0 checks no signature, and its HTTP
 * client has no timeout.
 */
export class Auth0Login {
  readonly #passport = new Passport();
  readonly #services: Services;
  readonly #idTokens: IdTokens;

  constructor(services: Services) {
    this.#services = services;
    this.#idTokens = new IdTokens(services, Math.ceil(services.settings.AUTH0_WAIT_MS * (1 - exchangeShare)));
  }

  /** Stores a login attempt and returns the URL of the provider's login page. */
  async begin(req: Request, res: Response, wish: LoginWish): Promise<string> {
    const { SESSION_MAX_HOURS } = this.#services.settings;
    const fresh = 'fresh' in wish ? wish.fresh : null;
    const strategy = await this.#strategy(fresh ? 0 : SESSION_MAX_HOURS * 3_600, (nonce, codeVerifier) =>
      beginAttempt(
        req,
        res,
        { nonce, codeVerifier, isFresh: fresh !== null, userId: fresh?.userId ?? null },
        this.#services,
      ),
    );
    // The provider returns the time of the login for `max_age`; `prompt` is for providers that don't accept 0.
    const options = fresh
      ? { scope, prompt: 'login' }
      : { scope, ...('signup' in wish && wish.signup && { screen_hint: 'signup' }) };
    // passport-auth0 takes `code` and `error` in the query for the provider's response, whoever put them there.
    const request = Object.create(req, { query: { value: {} }, session: { value: {} } }) as AuthorizationRequest;
    return new Promise((resolve, reject) => {
      const onEnd = (error: Error | null, login?: { readonly url: string } | false) => {
        if (login) resolve(login.url);
        else reject(error ?? new Fault('Passport rejected a login request.'));
      };
      const authenticate = this.#passport.authenticate(
        strategy,
        { session: false, ...options },
        onEnd,
      ) as RequestHandler;
      authenticate(request, res, reject);
    });
  }

  /** Redeems the code of a login attempt and returns the claims of the user. */
  async finish(code: string, attempt: LoginAttempt): Promise<IdentityClaims> {
    const { settings } = this.#services;
    const timeoutMs = Math.ceil(settings.AUTH0_WAIT_MS * exchangeShare);
    const grant = { code, code_verifier: attempt.codeVerifier, redirect_uri: callbackUrl(settings) };
    const idToken = await exchangeCode(grant, settings, timeoutMs);
    return this.#idTokens.verify(idToken, attempt);
  }

  /** A strategy for one request. It is loaded when the first user logs in. */
  async #strategy(maxAge: number, store: (nonce: string, codeVerifier: string) => Promise<string>) {
    const { Strategy } = await import('passport-auth0');
    /** Hands the URL of the login page on: Passport itself redirects with another status than the API does. */
    class LoginUrlStrategy extends Strategy {
      override authenticate(this: StrategyCreated<this>, req: Request, options?: object): void {
        this.redirect = (url) => this.success({ url });
        super.authenticate(req, options);
      }
    }
    const { settings } = this.#services;
    const options = {
      domain: settings.AUTH0_DOMAIN,
      clientID: settings.AUTH0_CLIENT_ID,
      clientSecret: settings.AUTH0_CLIENT_SECRET,
      callbackURL: callbackUrl(settings),
      authorizationURL: `${settings.AUTH0_URL}/authorize`,
      state: true,
      pkce: true,
      maxAge,
      store: {
        store: (
          { session }: AuthorizationRequest,
          codeVerifier: string,
          _state: unknown,
          _meta: unknown,
          done: (error: unknown, state?: string) => void,
        ) => {
          store(session.authParams?.nonce ?? '', codeVerifier).then((state) => done(null, state), done);
        },
      },
    };
    return new LoginUrlStrategy(options, () => {
      throw new Fault('Passport redeems no codes here.');
    });
  }
}

const callbackUrl = ({ AUTH_API_URL }: Settings) => `${AUTH_API_URL}/auth/login-callback`;
