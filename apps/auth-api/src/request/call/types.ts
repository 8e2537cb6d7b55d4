import type { Call, Calls, Confirmation, InputOf, ResultOf } from '@portal/contract';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { AuditRecorder } from '../audit/audit-recorder.ts';
import type { AuditEvent } from '../audit/write-entries.ts';
import type { ActiveMembership, Actor, ActorRow, UserActor } from '../account/actor.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import type { Services } from './services.ts';

// What a handler gets besides its input. `ContextOf` picks the parts by the call's row in the call table.

/** For all calls. */
export interface Context extends DbContext {
  readonly services: Services;
  readonly log: Logger;
  /** The audit entry of an audited call. */
  readonly audit: AuditRecorder;
  readonly request: AuditEvent['request'];
}

/** For calls that require authentication. The actor is a person, unless API tokens can make the call. */
export interface ActorContext<A extends Actor = UserActor> extends Context {
  readonly actor: A;
}

/** For calls of members of a workspace. A service account has a role in it, too, but what it may do is decided by its scopes. */
export interface MemberContext<A extends Actor = UserActor> extends ActorContext<A> {
  readonly membership: ActiveMembership;
}

/** For calls that a browser shows, or that set or read a cookie: Express's request and response, for cookies and Passport. */
export interface HttpContext {
  readonly req: Request;
  readonly res: Response;
}

/** For calls with `confirmWhen`. */
export interface ConfirmingContext {
  /** If true, the handler responds with a confirmation page and does nothing else. The request is neither rate limited nor audited. */
  readonly needsConfirmation: boolean;
  /** A page with a link that repeats the request. */
  readonly confirmationPage: (content: ConfirmationContent) => HtmlPageResponse;
}

export interface ConfirmationContent {
  readonly title: string;
  readonly text: string;
  /** Of the link. */
  readonly label: string;
}

/** For calls of a user that call another service first. */
export interface UpstreamContext {
  /** Throws if the user may no longer make the call. For a handler that waits before it changes something at the other service. */
  readonly requireRights: () => Promise<void>;
  /** Refunds the request's point of the rate limit. For a failure of ours or of the other service, after which nothing has changed. */
  readonly refundFailure: () => Promise<void>;
  /**
   * Runs the change in a transaction that locks the actor's rights and reads them again, because they may have ended while the other
   * service responded.
   */
  readonly inTransaction: <Result>(
    locks: { readonly emails?: readonly string[] },
    work: (context: DbContext & { readonly actor: UserActor }) => Promise<Result>,
  ) => Promise<Result>;
}

/** For calls whose limit counts failures. */
export interface FailureContext {
  /** Counts a failure that the response does not show. Throws `TooManyRequests` over the limit. */
  readonly countFailure: () => Promise<void>;
}

/** For paginated calls. */
export interface PaginatedContext {
  /** Adds the `Link` header of the page after the row with this cursor. */
  readonly linkNext: (after: string) => void;
}

/** For webhooks: `req.body` is a Buffer, so that the handler can verify its signature. */
export interface WebhookContext extends Context {
  readonly req: Request;
}

/** Only API tokens can act as service accounts. */
type ActorOf<C extends Call> = C['access'] extends
  | { scope: string }
  | { ownToken: true }
  | { tokens: readonly ['api', ...unknown[]] }
  ? Actor
  : UserActor;

type ContextOf<C extends Call> = (C['access'] extends { who: 'anyone' }
  ? Context
  : C['access'] extends { who: 'webhook' }
    ? WebhookContext
    : C['access'] extends { who: 'member' }
      ? MemberContext<ActorOf<C>>
      : ActorContext<ActorOf<C>>) &
  (C['responseKind'] extends 'redirect' | 'html' ? HttpContext : unknown) &
  (C['setsCookie'] extends true ? HttpContext : unknown) &
  (C['readsCookie'] extends true ? HttpContext : unknown) &
  (C['confirmWhen'] extends Confirmation ? ConfirmingContext : unknown) &
  (C['paginated'] extends true ? PaginatedContext : unknown) &
  (C['rateLimit'] extends { counts: 'failures' } ? FailureContext : unknown) &
  (C['upstream'] extends string ? UpstreamContext : unknown);

// What a handler returns.

/** The response of a `redirect` call: the URL to which the browser is sent. */
export interface Redirect {
  readonly redirect: string;
}

/** A link, or a button that sends a POST request. */
export interface PageAction {
  readonly label: string;
  readonly href: string;
  readonly method?: 'post';
  /** Whether it reverses what the page confirms. Then it is less visible than what the user wanted. */
  readonly isUndo?: true;
}

/** The response of an `html` call: the content of a page with one action. */
export interface HtmlPageResponse {
  readonly page: { title: string; text: string; action: PageAction };
}

/** The response of a `redirect` or `html` call. Its errors become pages, too. */
export type PageResponse = Redirect | HtmlPageResponse;

/** The response of a `file` call: a download of the call's media type. */
export interface FileResponse {
  readonly fileName: string;
  /** Read while the file is sent, outside of any transaction. */
  readonly parts: AsyncIterable<string | Uint8Array>;
}

/** The response of a `document` call: serialized JSON, compressed for each encoding that a client can accept. */
export type DocumentResponse = Readonly<Record<DocumentEncoding, EncodedDocument>>;

export type DocumentEncoding = 'br' | 'gzip' | 'identity';

export interface EncodedDocument {
  readonly body: Buffer;
  readonly etag: string;
}

type HandlerResponse<C extends Call> = C['responseKind'] extends 'html'
  ? HtmlPageResponse
  : C['responseKind'] extends 'redirect'
    ? C['confirmWhen'] extends Confirmation
      ? PageResponse
      : Redirect
    : C['responseKind'] extends 'file'
      ? C['confirmWhen'] extends Confirmation
        ? FileResponse | HtmlPageResponse
        : FileResponse
      : C['responseKind'] extends 'document'
        ? DocumentResponse
        : C['responseKind'] extends 'text'
          ? string
          : ResultOf<C>;

// Handlers.

/** The handler of one call. It throws `apiError(...)` with the types that the call declares. */
export type Handler<C extends Call> = (
  input: InputOf<C>,
  context: ContextOf<C>,
) => HandlerResponse<C> | Promise<HandlerResponse<C>>;

/**
 * What a change locks. The pipeline locks the rows that give the actor its rights, in the transaction of the change and before the
 * handler runs: a right that has ended by then rejects the request, and the others last until the transaction ends.
 */
export interface LocksOf<Input, A extends Actor = Actor> {
  /** The rows of the actor that the handler changes. The others are locked for reading. */
  readonly changes?: readonly ActorRow[];
  /** Email addresses, which are locked before everything else (see request/account/row-locks.ts). */
  readonly emails?: LockedKeys<Input, A>;
  /** The ids of other users, which are locked for reading. */
  readonly users?: LockedKeys<Input, A>;
  /**
   * The ids of workspaces that a call without a workspace in its path changes. They are found after the users are locked, and locked
   * before the session.
   */
  readonly workspaces?: LockedKeys<Input, A>;
}

/** Finds out what to lock for a request. */
type LockedKeys<Input, A extends Actor> = (
  input: Input,
  context: DbContext & { readonly actor: A },
) => readonly string[] | Promise<readonly string[]>;

/** What is stored to replay a response: a few ids, no lists and no secrets. */
export type StoredResponse = Readonly<Record<string, string>>;

/**
 * How to replay a response that is not stored as a whole, because it contains a list or a secret. Without `replay`, the
 * whole response is stored.
 */
export interface Replay<C extends Call> {
  readonly store: (response: ResultOf<C>) => StoredResponse;
  /** Builds the current response without changing anything. Access has been checked again. */
  readonly respond: (stored: StoredResponse, context: ContextOf<C>) => ResultOf<C> | Promise<ResultOf<C>>;
}

interface HandlerObject<C extends Call> {
  readonly locks?: LocksOf<InputOf<C>, ActorOf<C>>;
  readonly execute: Handler<C>;
  readonly replay?: Replay<C>;
}

/** Secrets must not be stored, so a call with one-time fields needs `replay`. */
type HandlerOf<C extends Call> = C['oneTimeFields'] extends readonly string[]
  ? HandlerObject<C> & { readonly replay: Replay<C> }
  : Handler<C> | HandlerObject<C>;

/** A handler for each call of a feature. A missing or extra handler is a type error. */
export type Handlers<C extends Calls> = { readonly [Name in keyof C]: HandlerOf<C[Name]> };

// Requests and handlers inside the pipeline, without the types of a specific call.

/** A handler of any call, normalized to the object form. */
export interface CallHandler {
  readonly locks?: LocksOf<unknown>;
  readonly execute: (input: unknown, context: object) => unknown;
  readonly replay?: {
    readonly store: (response: unknown) => StoredResponse;
    readonly respond: (stored: StoredResponse, context: object) => unknown;
  };
}

/** What a handler returned, and the audit entries that it recorded. */
export interface HandlerResult {
  readonly response: unknown;
  readonly auditEvents: readonly AuditEvent[];
}

/** A request as it enters the pipeline. */
export interface CallRequest {
  readonly name: string;
  readonly call: Call;
  readonly handler: CallHandler;
  readonly req: Request;
  readonly res: Response;
  readonly services: Services;
}

/** The parsed input of a request. */
export interface ValidInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Identifies a request across its retries. */
export interface IdempotencyKey {
  /** The user or the service account. */
  readonly principalId: string;
  /** The name of the call. */
  readonly call: string;
  /** The `requestUlid` or the `Idempotency-Key`. */
  readonly key: string;
  readonly payloadHash: string;
}

/** An authorized request with valid input. */
export interface ValidRequest extends CallRequest {
  readonly actor: Actor | null;
  readonly input: ValidInput;
  /** Null for GET requests, without a key, and without an actor. */
  readonly idempotencyKey: IdempotencyKey | null;
  readonly needsConfirmation: boolean;
}
