import type * as z from 'zod/mini';
import type { ProblemType } from './problems.ts';
import type { WorkspaceRole } from './members/members.schemas.ts';

/** A schema of any kind; the table only needs to parse with it and to describe it. */
export type Schema = z.ZodMiniType;

/** What a person must have done before a call is open to them: verified the e-mail, accepted the current terms. */
export type Need = 'verified' | 'terms';

/** States in which a call stays open although the account is locked. */
export type OpenWhile = 'quarantined' | 'suspended';

/** The two kinds of bearer token. Neither is accepted where a call does not name it. */
export type TokenKind = 'api' | 'instance';

interface ForPeople {
  readonly needs: readonly Need[];
  readonly openWhile?: readonly OpenWhile[];
  readonly tokens?: readonly TokenKind[];
}

/**
 * Who may make a call, as plain data, so that the API enforces and the tests walk the same table.
 * Source: specification section 6, decided call by call in the access table.
 */
export type Access =
  /** Everybody. The request's cookie is never looked at, so no cookie can authorise it. */
  | { readonly who: 'anyone' }
  /** Any person who is signed in. */
  | ({ readonly who: 'signed-in' } & ForPeople)
  /** The person named by `:userId`. */
  | ({ readonly who: 'self' } & ForPeople)
  /** A member of the live workspace named by `:workspaceId`, in one of the roles. */
  | ({ readonly who: 'member'; readonly roles: readonly WorkspaceRole[] } & ForPeople)
  /** Staff: a session that began as one of staff. Source: decision 10. */
  | ({ readonly who: 'staff' } & ForPeople)
  /** An instance, by its token; its person's state is checked as for a person. */
  | { readonly who: 'instance' }
  /** Whoever signed the body with a secret that the handler knows. The handler gets the body as bytes; no cookie is looked at. */
  | { readonly who: 'webhook' };

/**
 * `json` answers data; `document` answers data that is the same for everybody, which callers may store and ask for by its
 * `ETag`; `page` answers a redirect or an HTML page, and shows its errors as a page; `file` answers a download, and `text`
 * plain text, both with their errors as data.
 */
export type Answers = 'json' | 'document' | 'page' | 'file' | 'text';

/**
 * Which requests a `page` call confirms on a page before it acts: `embedded` those that are no navigation of a tab, such
 * as an image, a frame or a prefetch; `cross-site` also navigations from another site. A browser without fetch metadata
 * has to come from a page of ours.
 */
export type Confirmation = 'embedded' | 'cross-site';

/** How often one person, or one address of the network (with IPv6 one network of 64 bits), may make a call. */
export interface RateLimit {
  readonly times: number;
  readonly seconds: number;
  readonly per: 'person' | 'address';
  /** The setting of the API that takes the place of `times`. */
  readonly setting?: 'LOGIN_LIMIT_PER_ADDRESS' | 'LOGIN_LIMIT_PER_ACCOUNT';
}

/** The limit of every changing call that has none of its own: all these calls of one person count together. */
export const writeLimit: RateLimit = { times: 120, seconds: 60, per: 'person' };

/**
 * How many requests with invalid input a person, and an address of the network, may send. Only such requests count. Once
 * there are too many, they are refused, and so is every request with a body of that person or, where it identifies nobody, of
 * that address.
 */
export const invalidInputLimits = {
  person: { times: 120, seconds: 60, per: 'person' },
  address: { times: 600, seconds: 60, per: 'address' },
} as const satisfies Record<string, RateLimit>;

/** How often one account may finish a login, from all addresses together. */
export const accountLoginLimit = {
  times: 30,
  seconds: 600,
  per: 'person',
  setting: 'LOGIN_LIMIT_PER_ACCOUNT',
} as const satisfies RateLimit;

/** The names of cached things that a call reads or changes in the portal. */
export type Tag =
  | 'Session'
  | 'Workspace'
  | 'Member'
  | 'AuthToken'
  | 'Legal'
  | 'Billing'
  | 'StaffUser'
  | 'QuarantinedUser'
  | 'SuspendedUser'
  | 'OwnedWorkspace';

/** For how long a repeat of a request gets the secrets of its answer again. */
export const secretReplaySeconds = 600;

/** One call of the API: everything that both sides, the documentation and the tests need to know of it. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Express' spelling; `:userId` and `:workspaceId` are the names that access is checked by. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly answers?: Answers;
  /** A `page` call that asks the user first, on a page with status 200, where the request may not be what they wanted. */
  readonly confirms?: Confirmation;
  /** A `page` call that always answers a page of its own with status 200. A body of its request is ignored. */
  readonly showsPage?: true;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** What kind of file a `file` call answers with status 200. */
  readonly mediaType?: 'text/csv';
  /** What a `json` or `document` call answers with status 200. Of a `json` call it is parsed by the API before it is sent. */
  readonly result?: Schema;
  /** A list in pages, by `after` and `limit` of its query: while there is more, a `Link` header leads to the next one. */
  readonly paged?: true;
  /**
   * A changing call is one transaction that a repeat of its `requestUlid` finds done. `asks` marks those that ask the
   * identity provider or Stripe first and hold no transaction meanwhile; a repeat finds their answer too.
   */
  readonly asks?: 'identity-provider' | 'stripe';
  /** A changing call whose handler opens its transactions itself, because part of its work stays although the call fails. */
  readonly ownTransactions?: true;
  /**
   * Fields of the result that are stored nowhere. A retry of the request within `secretReplaySeconds` returns newly created
   * values; it counts against the limit of the call, and writes an audit entry where the call is audited. A later retry
   * fails with `SecretNoLongerAvailable`.
   */
  readonly secrets?: readonly string[];
  readonly limit?: RateLimit;
  /** Doing it ends the doer's right to do it again; who repeats the request gets the first answer all the same. */
  readonly isLastAct?: true;
  /** Each success is a line of the audit log, written in the transaction of the act. Source: decision 14. */
  readonly audited?: true;
  /** The failures of the call's own, beside those that its access and its input imply. */
  readonly problems?: readonly ProblemType[];
  /** What a portal that has the answer of this call keeps under which name. */
  readonly reads?: readonly Tag[];
  /** What must be asked for again once this call succeeded. */
  readonly changes?: readonly Tag[];
  /** One line for the reference, imperative. */
  readonly summary: string;
}

/** How often a call may be made: by its own limit, else, where a person changes something, by the one that all such calls share. */
export function limitOf({ method, access, limit }: Call): RateLimit | undefined {
  const isChangeOfAPerson = method !== 'GET' && access.who !== 'anyone' && access.who !== 'webhook';
  return limit ?? (isChangeOfAPerson ? writeLimit : undefined);
}

/** A feature's calls by name. The name is the operation id, the handler's name and the stem of the portal's hook. */
export type Calls = Readonly<Record<string, Call>>;

type Parsed<S> = S extends Schema ? z.output<S> : undefined;
type Given<S> = S extends Schema ? z.input<S> : undefined;

/** The parsed parts of a request, as a handler gets them. */
export interface InputOf<C extends Call> {
  readonly params: Parsed<C['params']>;
  readonly query: Parsed<C['query']>;
  readonly body: Parsed<C['body']>;
}

/** What a handler has to give for the call's result. */
export type ResultOf<C extends Call> = Given<C['result']>;

/** What a caller gets. */
export type AnswerOf<C extends Call> = Parsed<C['result']>;

/** Checks a feature's calls against `Call` and keeps their exact types. */
export function defineCalls<const C extends Calls>(calls: C): C {
  return calls;
}
