import type * as z from 'zod/mini';
import type { LockKind } from './account-locks/account-locks.schemas.ts';
import type { ApiScope } from './auth-tokens/scopes.rules.ts';
import type { ErrorType } from './errors.ts';
import type { WorkspaceRole } from './members/members.schemas.ts';

/** Any zod schema. The call table only parses with it and describes it. */
export type Schema = z.ZodMiniType;

/** What a user must have done before they can make a call: verified their email, accepted the current terms. */
export type Requirement = 'verifiedEmail' | 'acceptedTerms';

/**
 * The kinds of bearer token. A call accepts only the kinds that it lists. A token of a terminal login counts as `api` if it is for a
 * workspace, and as `account` if it is not.
 */
export type TokenKind = 'api' | 'instance' | 'account';

interface UserRequirements {
  /** Checked after the account locks. */
  readonly requires: readonly Requirement[];
  /** Account locks that do not block the call. */
  readonly allowedWhile?: readonly LockKind[];
  /** Bearer tokens that are accepted besides a session. An API token needs no scope. */
  readonly tokens?: readonly TokenKind[];
}

/** What an API token needs for a call about its workspace. Without either, it cannot make the call. */
interface TokenRequirements {
  /** The scope that the token needs. A person's token also needs the person's role; that of a service account needs no role. */
  readonly scope?: ApiScope;
  /** A token can make the call about itself, the token in `:tokenId`, whatever its scopes. */
  readonly ownToken?: true;
}

/**
 * Who may make a call. The API enforces it, and the tests check every call.
 * Source: specification section 6, decided call by call in the access table.
 */
export type Access =
  /** No authentication. Cookies are ignored, so a cookie can never authorize the call. */
  | { readonly who: 'anyone' }
  /** Any logged-in user. */
  | ({ readonly who: 'authenticated' } & UserRequirements)
  /** The user in `:userId`. */
  | ({ readonly who: 'self' } & UserRequirements)
  /** A member of the active workspace in `:workspaceId`, with one of the roles. */
  | ({ readonly who: 'member'; readonly roles: readonly WorkspaceRole[] } & UserRequirements & TokenRequirements)
  /** Staff with a staff session: one that a staff login started. Source: decision 14. */
  | ({ readonly who: 'staff' } & UserRequirements)
  /** An instance, by its token. The state of the token's user is checked as for a session. */
  | { readonly who: 'instance' }
  /** The sender, verified by the signature of the body. The handler gets the raw body; cookies are ignored. */
  | { readonly who: 'webhook' };

/**
 * The kind of a successful response.
 *
 * - `json`: data.
 * - `document`: data that is the same for every caller, cacheable by its `ETag`.
 * - `redirect`: a redirect, or a confirmation page (see `confirmWhen`). Errors are HTML pages.
 * - `html`: an HTML page with status 200. Errors are HTML pages, too. A request body is ignored.
 * - `file`: a download, or a confirmation page (see `confirmWhen`). Errors are HTML pages for a browser that opens it in a tab, and JSON
 *   otherwise.
 * - `text`: plain text. Errors are JSON.
 */
export type ResponseKind = 'json' | 'document' | 'redirect' | 'html' | 'file' | 'text';

/**
 * The format of request bodies and errors, if it is not JSON with our error shape.
 *
 * - `oauth`: for calls under `/oauth/`, which OAuth clients make. The body is `application/x-www-form-urlencoded`. An error is as RFC 6749,
 *   section 5.2 says, with our `requestId` (`OAuthErrorBody`). No other call has another error shape.
 */
export type Wire = 'oauth';

/**
 * Which requests of a `redirect` or `file` call need the user's confirmation first. `cross-site`: requests that do not navigate a
 * tab, such as an image, a frame or a prefetch, and navigations from another site. Browsers without fetch metadata must send an
 * `Origin` or `Referer` of the portal. A request for a file with the header `X-SI-REQUEST-ULID` needs none: other sites cannot send it.
 */
export type Confirmation = 'cross-site';

/**
 * Whose budget a request is charged to. A request with a token never spends its user's budget: it counts per token, whatever the
 * limit says.
 *
 * - `user`: the user, in all sessions and workspaces.
 * - `member`: the user in the workspace of the path.
 * - `credential`: the session that sent the request.
 * - `ip`: the client IP. An IPv6 client counts by its /64 network. Many people can share an IP.
 */
export type Payer = 'user' | 'member' | 'credential' | 'ip';

/** How often a call may be made. docs/operating/limits.md says who can spend each limit, and what a stranger can do with it. */
export interface RateLimit {
  readonly times: number;
  readonly seconds: number;
  readonly per: Payer;
  /** Only failed requests count, and only they are rejected: others behind the IP cannot stop the holder of a valid link. */
  readonly counts?: 'failures';
  /** Each process counts in memory, so that a request over or under the limit costs no query. */
  readonly store?: 'memory';
  /**
   * For a limit per member: how often in all workspaces of the user together, and by all tokens of a workspace together. It guards the
   * service, far above careful use.
   */
  readonly timesInAllWorkspaces?: number;
  /**
   * For a limit per IP: a request of a logged-in user with this query parameter counts per session instead. Others behind the IP cannot
   * keep the user from what it leads to.
   */
  readonly perSessionWith?: 'fresh';
  /** The setting of the API that overrides `times`. */
  readonly setting?: 'LOGIN_LIMIT_PER_ADDRESS' | 'LOGIN_LIMIT_PER_ACCOUNT';
}

/** The limit that all non-GET calls without a limit of their own share, counted together per user. */
export const defaultWriteLimit: RateLimit = { times: 120, seconds: 60, per: 'user' };

/** The limit that all calls that end access share. No other session can fill it, so a thief cannot keep the user from acting. */
export const accessEndLimit: RateLimit = { times: 120, seconds: 60, per: 'credential' };

/**
 * How often a token may read. Each process of the API counts on its own, in memory, so that a read needs no further database query. A
 * token may use up the limit at once: the average is 20 requests a second, and a burst can be far above it.
 */
export const tokenReadLimit: RateLimit = { times: 1_200, seconds: 60, per: 'credential', store: 'memory' };

/** How often instances may ask about one token. In memory, like the limit of its reads. */
export const introspectionLimit: RateLimit = { times: 6_000, seconds: 60, per: 'credential', store: 'memory' };

/** How often a terminal login may get tokens. In memory: it guards the service. */
export const refreshLimit: RateLimit = { times: 600, seconds: 600, per: 'credential', store: 'memory' };

/** How often a user may guess wrong in calls with `wrongGuess`. Once the limit is reached, right guesses are rejected, too. */
export const guessLimit: RateLimit = { times: 5, seconds: 600, per: 'user' };

/** How often all users behind an IP address may guess wrong. One user alone cannot reach it. */
export const addressGuessLimit: RateLimit = { times: 50, seconds: 600, per: 'ip' };

/**
 * How many changes with invalid input a session may send. Only such requests count. Once the limit is reached, every request with
 * a body from that session is rejected, except the calls that end access. GET requests do not count: a page of another site can
 * send the user to one. Requests without a session do not count: all that they have in common is an IP, which others share.
 */
export const invalidInputLimit: RateLimit = { times: 120, seconds: 60, per: 'credential' };

/**
 * How often one account may complete a login, from all IPs together. A user who is logged in and authenticates again does not count:
 * others who know the password could use up the limit, and the user could not end their sessions.
 */
export const accountLoginLimit = {
  times: 30,
  seconds: 600,
  per: 'user',
  setting: 'LOGIN_LIMIT_PER_ACCOUNT',
} as const satisfies RateLimit;

/**
 * How recent the login of the session must be: the setting of the API with the maximum age in minutes. `REAUTH_MAX_AGE_MINUTES` is for
 * what concerns an account or an owner as a whole. `STEP_UP_MAX_AGE_MINUTES` is for what ends other sessions, gives access that
 * outlives the session, or destroys data.
 */
export type RecentLogin = 'REAUTH_MAX_AGE_MINUTES' | 'STEP_UP_MAX_AGE_MINUTES';

/** RTK Query cache tags of the portal. */
export type Tag =
  | 'Session'
  | 'UserSession'
  | 'AccountDeletion'
  | 'BillingContact'
  | 'EmailPreferences'
  | 'Workspace'
  | 'Member'
  | 'Invitation'
  | 'MyInvitation'
  | 'AuthToken'
  | 'ServiceAccount'
  | 'Webhook'
  | 'WebhookDelivery'
  | 'OwnershipOffer'
  | 'Legal'
  | 'Billing'
  | 'AdminUser'
  | 'QuarantinedUser'
  | 'SuspendedUser'
  | 'AdminWorkspace';

/** For this long, a retry with the same idempotency key returns fresh values of the call's `oneTimeFields`. */
export const oneTimeReplaySeconds = 600;

/** One API call: everything that the API, the portal, the reference and the tests need to know about it. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** In Express syntax. Access is checked against the parameters `:userId` and `:workspaceId`. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** `json` by default. */
  readonly responseKind?: ResponseKind;
  readonly wire?: Wire;
  /** For a `redirect` or `file` call: when to ask for confirmation, on a page with status 200, before acting. */
  readonly confirmWhen?: Confirmation;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /**
   * The call stores something for the browser that sends it, and binds it by a cookie. So the request must be from the portal, like one with
   * a session.
   */
  readonly setsCookie?: true;
  /** The handler reads a cookie besides that of the session. */
  readonly readsCookie?: true;
  /** The media type of a `file` call. */
  readonly mediaType?: 'text/csv' | 'application/x-ndjson' | 'application/zip';
  /** The body of a 200 response of a `json` or `document` call. The API parses a `json` result before sending it. */
  readonly result?: Schema;
  /** A list with `after` and `limit` in its query. While there are more rows, a `Link` header points to the next page. */
  readonly paginated?: true;
  /**
   * A non-GET call runs in one transaction, and a retry with the same `requestUlid` replays its response. `upstream` marks
   * calls that call another service first, without an open transaction. Their responses are replayed, too.
   */
  readonly upstream?: 'identity-provider' | 'stripe' | 'receiver';
  /** The handler opens its own transactions, because part of its work is kept when the call fails. */
  readonly managesTransactions?: true;
  /** A GET call that may read a replica of the database, which can be seconds behind (setting `DATABASE_READ_URL` of the API). */
  readonly readsReplica?: true;
  /**
   * Fields of the result that are never stored. A retry within `oneTimeReplaySeconds` returns newly created values. It
   * counts against the rate limit and is audited like the first request. A later retry fails with
   * `SecretNoLongerAvailable`.
   */
  readonly oneTimeFields?: readonly string[];
  readonly rateLimit?: RateLimit;
  /** The error of a request that guessed a secret wrong. Such requests share `guessLimit`. */
  readonly wrongGuess?: ErrorType;
  /**
   * The call requires a recent login. A call that requires it for some inputs only lists `FreshLoginRequired` in `errors`, and its
   * handler checks it.
   */
  readonly recentLogin?: RecentLogin;
  /**
   * The call ends access, or undoes what someone else began. A user needs it most when someone else has a session or token of theirs.
   * So no other credential and no IP can use up its limit, and invalid input does not block it.
   */
  readonly endsAccess?: true;
  /** After a success the caller has no access to the call. A retry still replays the first response. */
  readonly endsOwnAccess?: true;
  /** Each success writes an audit entry in the call's transaction. Source: decision 10. */
  readonly audited?: true;
  /** Errors of this call, besides those that its access and its input imply. */
  readonly errors?: readonly ErrorType[];
  /** RTK Query tags of the cached response. */
  readonly providesTags?: readonly Tag[];
  /** RTK Query tags that a success invalidates. */
  readonly invalidatesTags?: readonly Tag[];
  /** One line for the reference, in the imperative. */
  readonly summary: string;
}

/** Whether some API token can make a call. */
export const isOpenToApiTokens = ({ access }: Pick<Call, 'access'>): boolean =>
  ('tokens' in access && access.tokens.includes('api')) ||
  (access.who === 'member' && (access.scope !== undefined || access.ownToken === true));

/** Whether a browser shows the response of a call, so that its errors are HTML pages. */
export const isShownByBrowser = ({ responseKind }: Call): boolean =>
  responseKind === 'redirect' || responseKind === 'html';

/** The rate limit of a call: its own, or the limit that it shares with other authenticated non-GET calls. */
export function rateLimitOf({ method, access, rateLimit, endsAccess }: Call): RateLimit | undefined {
  const isUserWrite = method !== 'GET' && access.who !== 'anyone' && access.who !== 'webhook';
  if (rateLimit || !isUserWrite) return rateLimit;
  return endsAccess ? accessEndLimit : defaultWriteLimit;
}

/** Whether a call is a read that some token can make. */
export const isReadableByTokens = ({ method, access }: Call): boolean =>
  method === 'GET' && (access.who === 'instance' || 'tokens' in access || isOpenToApiTokens({ access }));

/** A feature's calls by name. The name is the OpenAPI operation id, the handler's name and the stem of the portal's hook. */
export type Calls = Readonly<Record<string, Call>>;

type Output<S> = S extends Schema ? z.output<S> : undefined;
type Input<S> = S extends Schema ? z.input<S> : undefined;

/** The parsed parts of a request, as the handler gets them. */
export interface InputOf<C extends Call> {
  readonly params: Output<C['params']>;
  readonly query: Output<C['query']>;
  readonly body: Output<C['body']>;
}

/** What a handler returns for the call's result. */
export type ResultOf<C extends Call> = Input<C['result']>;

/** The parsed response body, as a client gets it. */
export type ResponseOf<C extends Call> = Output<C['result']>;

/** Checks a feature's calls against `Call` and keeps their exact types. */
export function defineCalls<const C extends Calls>(calls: C): C {
  return calls;
}
