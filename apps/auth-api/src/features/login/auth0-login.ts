import type { Request, RequestHandler, Response } from 'express';
import { Passport, type StrategyCreated } from 'passport';
import { Strategy } from 'passport-auth0';
import type { Settings } from '../../platform/config/settings.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Services } from '../../request/call/services.ts';
import { IdTokenVerifier, type IdentityClaims } from './id-token.ts';
import { createLoginAttempt, type LoginAttempt } from './login-attempts.ts';
import { codeExchangeTimeoutShare, type ProviderKeys } from './provider-keys.ts';
import { exchangeCode } from './token-exchange.ts';

const scope = 'openid profile email';

/** A new login, or a login that requires the user, if one is logged in, to authenticate again. */
type LoginOptions = ({ readonly signup: boolean } | { readonly reauthenticate: { readonly userId: string | null } }) & {
  /** The email that the provider's page fills in. */
  readonly email: string | null;
};

/** What passport-auth0 reads and writes instead of a session. */
interface AuthorizationRequest extends Request {
  readonly session: { readonly authParams?: { readonly nonce?: string } };
}

/**
 * Logs users in at Auth0 with the authorization code flow, with state, nonce and PKCE. Passport builds the URL of the login
 * page. The API redeems the code and verifies the ID token itself: passport-auth0 checks no signature, and its HTTP client
 * has no timeout.
 */
export class Auth0Login {
  readonly #passport = new Passport();
  readonly #services: Services;
  readonly #idTokens: IdTokenVerifier;

  constructor(services: Services, keys: ProviderKeys) {
    this.#services = services;
    this.#idTokens = new IdTokenVerifier(services, keys);
  }

  /** Stores a login attempt and returns the URL of the provider's login page. */
  async start(req: Request, res: Response, options: LoginOptions): Promise<string> {
    const { SESSION_MAX_HOURS } = this.#services.settings;
    this.#services.metrics.countLoginStart();
    const reauthenticate = 'reauthenticate' in options ? options.reauthenticate : null;
    const { email } = options;
    const maxAgeSeconds = reauthenticate ? 0 : SESSION_MAX_HOURS * 3_600;
    const strategy = this.#createStrategy(maxAgeSeconds, (nonce, codeVerifier) =>
      createLoginAttempt(
        req,
        res,
        {
          nonce,
          codeVerifier,
          requiresReauthentication: reauthenticate !== null,
          userId: reauthenticate?.userId ?? null,
        },
        this.#services,
      ),
    );
    // With `max_age`, the provider returns `auth_time`. `prompt` is for providers that reject a `max_age` of 0.
    const parameters = {
      scope,
      ...(reauthenticate && { prompt: 'login' }),
      ...('signup' in options && options.signup && { screen_hint: 'signup' }),
      ...(email !== null && { login_hint: email }),
    };
    // An empty query: passport-auth0 would take `code` and `error` in it for the provider's response.
    const request = Object.create(req, { query: { value: {} }, session: { value: {} } }) as AuthorizationRequest;
    return new Promise((resolve, reject) => {
      const callback = (error: Error | null, login?: { readonly url: string } | false) => {
        if (login) resolve(login.url);
        else reject(error ?? new AppError('Passport rejected a login request.'));
      };
      const authenticate = this.#passport.authenticate(
        strategy,
        { session: false, ...parameters },
        callback,
      ) as RequestHandler;
      authenticate(request, res, reject);
    });
  }

  /** Redeems the code of a login attempt and returns the claims of the user. */
  async redeemCode(code: string, attempt: LoginAttempt): Promise<IdentityClaims> {
    const { settings } = this.#services;
    const timeoutMs = Math.ceil(settings.AUTH0_TIMEOUT_MS * codeExchangeTimeoutShare);
    const grant = { code, code_verifier: attempt.codeVerifier, redirect_uri: callbackUrl(settings) };
    const idToken = await exchangeCode(grant, settings, timeoutMs);
    return this.#idTokens.verify(idToken, attempt);
  }

  /** Creates a strategy for one request. */
  #createStrategy(maxAge: number, storeAttempt: (nonce: string, codeVerifier: string) => Promise<string>) {
    /** Returns the URL of the login page. Passport would redirect with a different status than the API. */
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
          storeAttempt(session.authParams?.nonce ?? '', codeVerifier).then((state) => done(null, state), done);
        },
      },
    };
    return new LoginUrlStrategy(options, () => {
      throw new AppError('Passport must not redeem codes.');
    });
  }
}

const callbackUrl = ({ AUTH_API_URL }: Settings) => `${AUTH_API_URL}/auth/login-callback`;
