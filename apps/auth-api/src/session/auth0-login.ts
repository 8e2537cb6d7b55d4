import type { Request, Response } from 'express';
import { Passport } from 'passport';
import type { Strategy } from 'passport-auth0';
import { errorStatus } from '../error-type.ts';
import { Fault } from '../fault.ts';
import { problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { IdTokens, type IdentityClaims } from './id-token.ts';
import { beginAttempt, type LoginAttempt } from './login-attempts.ts';
import { tokenExchange, type TokenExchange } from './token-exchange.ts';

const scope = 'openid profile email';
/** Two ways to ask the provider: it may go by a login that it knows, or has to ask the person now. */
const strategies = { known: 'auth0', fresh: 'auth0-fresh' } as const;

/** What a login is begun with; `fresh` has whoever is logged in, if anybody is, prove anew who they are. */
type LoginWish = { readonly signup: boolean } | { readonly fresh: { readonly userId: string | null } };

/** A login asks twice, for the tokens and for the keys to judge them by. */
const shareOfExchange = 2 / 3;

/** The stand-in for a session that passport-auth0 reads and writes; our own store keeps what it holds. */
interface LoginRequest extends Request {
  session?: { authParams?: { nonce?: string }; codeVerifier?: string; wish?: LoginWish };
}

/** Logs people in at Auth0: authorization code with state, nonce and PKCE; passport-auth0 can't check the ID token's signature, so `IdTokens` does. */
export class Auth0Login {
  readonly #passport = new Passport();
  readonly #services: Services;
  readonly #idTokens: IdTokens;
  #strategies: Promise<void> | undefined;

  constructor(services: Services) {
    this.#services = services;
    this.#idTokens = new IdTokens(services, Math.ceil(services.settings.AUTH0_WAIT_MS * (1 - shareOfExchange)));
  }

  /** Tells the address of the provider's page. */
  async begin(req: Request, wish: LoginWish): Promise<string> {
    await this.#loadStrategies();
    // passport reads the query by itself, and would take what a stranger put there for the provider's answer.
    const asked = Object.create(req, { query: { value: {} }, session: { value: { wish } } }) as LoginRequest;
    const isFresh = 'fresh' in wish;
    // The provider's answer to `max_age` can be checked; `prompt` says the same to those that take no 0.
    const options = isFresh ? { scope, prompt: 'login' } : { scope, ...(wish.signup && { screen_hint: 'signup' }) };
    const strategy = isFresh ? strategies.fresh : strategies.known;
    return new Promise((resolve, reject) => {
      // passport would answer by itself, with another status than all pages of ours.
      const answer = {
        setHeader: (name: string, value: string) => {
          if (name === 'Location') resolve(value);
        },
        end: () => undefined,
      };
      // The provider is not asked yet: what fails here is ours, such as the database in which the attempt is stored.
      this.#authenticate(strategy, asked, answer as unknown as Response, options, (error) =>
        reject(error ?? new Fault('passport refused to begin a login.')),
      );
    });
  }

  /** Turns the provider's code into the person's claims. */
  async finish(req: Request, res: Response, attempt: LoginAttempt): Promise<IdentityClaims> {
    await this.#loadStrategies();
    // Without parameters to compare, passport-auth0 leaves the ID token to us: it can't check the signature.
    (req as LoginRequest).session = { authParams: {}, codeVerifier: attempt.codeVerifier };
    const idToken = await new Promise<string>((resolve, reject) => {
      this.#authenticate(strategies.known, req, res, { scope }, (error, token) => {
        if (typeof token === 'string') resolve(token);
        else reject(asLoginProblem(error));
      });
    });
    return this.#idTokens.verify(idToken, attempt);
  }

  #authenticate(
    strategy: string,
    req: Request,
    res: Response,
    options: object,
    done: (error: Error | null, token?: unknown) => void,
  ): void {
    const callback = (error: Error | null, token?: unknown) => done(error, token);
    const middleware = this.#passport.authenticate(strategy, { session: false, ...options }, callback) as (
      req: Request,
      res: Response,
      next: (error?: Error) => void,
    ) => void;
    middleware(req, res, (error) => done(error ?? null));
  }

  #loadStrategies(): Promise<void> {
    const { SESSION_MAX_HOURS } = this.#services.settings;
    this.#strategies ??= import('passport-auth0')
      .then(({ Strategy }) => {
        // A known login may be as old as a session: told so, the provider also tells how old it is.
        this.#passport.use(strategies.known, this.#strategy(Strategy, SESSION_MAX_HOURS * 3_600));
        this.#passport.use(strategies.fresh, this.#strategy(Strategy, 0));
      })
      .catch((error: unknown) => {
        // The next login tries again.
        this.#strategies = undefined;
        throw error;
      });
    return this.#strategies;
  }

  #strategy(Auth0Strategy: typeof Strategy, maxAge: number): Strategy {
    const { settings } = this.#services;
    const options = {
      domain: settings.AUTH0_DOMAIN,
      clientID: settings.AUTH0_CLIENT_ID,
      clientSecret: settings.AUTH0_CLIENT_SECRET,
      callbackURL: `${settings.AUTH_API_URL}/auth/login-callback`,
      authorizationURL: `${settings.AUTH0_URL}/authorize`,
      tokenURL: `${settings.AUTH0_URL}/oauth/token`,
      userInfoURL: `${settings.AUTH0_URL}/userinfo`,
      expectedIssuer: settings.AUTH0_ISSUER,
      state: true,
      pkce: true,
      maxAge,
      // The ID token tells all we need; /userinfo is limited to a few calls a minute.
      skipUserProfile: true,
      store: {
        store: (req: LoginRequest, codeVerifier: string, _state: unknown, _meta: unknown, done: StoreCallback) => {
          const nonce = req.session?.authParams?.nonce ?? '';
          const wish = req.session?.wish;
          const fresh = wish && 'fresh' in wish ? wish.fresh : null;
          if (!req.res) throw new Fault('The request has no response.');
          beginAttempt(
            req,
            req.res,
            { nonce, codeVerifier, isFresh: fresh !== null, userId: fresh?.userId ?? null },
            this.#services,
          )
            .then((state) => done(null, state))
            .catch(done);
        },
        verify: (req: LoginRequest, _state: unknown, _meta: unknown, done: StoreCallback) =>
          done(null, req.session?.codeVerifier),
      },
    };
    const strategy = new Auth0Strategy(options, (_accessToken, _refreshToken, answer: object, _profile, done) =>
      done(null, (answer as { id_token?: string }).id_token),
    );
    const client = { id: settings.AUTH0_CLIENT_ID, secret: settings.AUTH0_CLIENT_SECRET };
    const oauth2 = (strategy as unknown as { _oauth2: TokenExchange })._oauth2;
    oauth2.getOAuthAccessToken = tokenExchange(
      options.tokenURL,
      client,
      Math.ceil(settings.AUTH0_WAIT_MS * shareOfExchange),
    );
    return strategy;
  }
}

type StoreCallback = (error: unknown, result?: string) => void;

/** A refused code is the login's fault, everything else at the token endpoint is the provider's, or our settings'. */
function asLoginProblem(error: Error | null) {
  const { code } = (error ?? {}) as { code?: unknown };
  if (error === null || code === 'invalid_grant') return problem('LoginNotFinished', { cause: error });
  const isOurs = errorStatus(error) === 401 || clientRefused.includes(code);
  const words = 'The identity provider refuses the client. Check AUTH0_CLIENT_ID and AUTH0_CLIENT_SECRET.';
  const cause = isOurs ? new Fault(words, { cause: error }) : error;
  return problem('IdentityProviderUnavailable', { retryAfter: 30, cause });
}

/** OAuth's words for it, and Auth0's own. */
const clientRefused: readonly unknown[] = ['invalid_client', 'unauthorized_client', 'access_denied'];
