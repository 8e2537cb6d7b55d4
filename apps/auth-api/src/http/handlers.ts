import type { Call, Calls, Confirmation, InputOf, ResultOf } from '@portal/contract';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Act, ActNotes } from '../audit/record-acts.ts';
import type { Services } from '../services.ts';
import type { ActiveMembership, Actor } from './actor.ts';
import type { Work } from './transaction.ts';

/** What every handler gets beside its input. */
export interface Context extends Work {
  readonly services: Services;
  readonly log: Logger;
  /** Adds to the line that an audited call leaves in the audit log. */
  readonly note: (notes: ActNotes) => void;
  /** A line for each in place of the one; none where an audited call changed nothing. */
  readonly noteEach: (lines: readonly ActNotes[]) => void;
  readonly request: Act['request'];
}

/** For calls that only people or tokens make: who it is, already let through. */
export interface ActorContext extends Context {
  readonly actor: Actor;
}

/** For calls within a workspace: the actor's place in it. */
export interface MemberContext extends ActorContext {
  readonly membership: ActiveMembership;
}

/** For calls that answer pages: the exchange itself, for cookies and for passport. */
export interface PageContext {
  readonly req: Request;
  readonly res: Response;
}

/** For calls that ask the user first where the request may not be what they wanted. */
export interface ConfirmingContext {
  /** Nothing is counted or done then: the answer is a page that asks. */
  readonly needsConfirmation: boolean;
}

/** What a page call answers: another address to go to. Its failures become pages by themselves. */
export interface Redirect {
  readonly redirect: string;
}

/** For lists in pages. */
export interface PagedContext {
  /** Tells that there is more, after the row that this cursor stands for. */
  readonly linkNext: (after: string) => void;
}

/** For calls that are authorised by a signature: the request, its body read as bytes. */
export interface WebhookContext extends Context {
  readonly req: Request;
}

type ContextOf<C extends Call> = (C['access'] extends { who: 'anyone' }
  ? Context
  : C['access'] extends { who: 'webhook' }
    ? WebhookContext
    : C['access'] extends { who: 'member' }
      ? MemberContext
      : ActorContext) &
  (C['answers'] extends 'page' ? PageContext : unknown) &
  (C['confirms'] extends Confirmation ? ConfirmingContext : unknown) &
  (C['paged'] extends true ? PagedContext : unknown);

type HandlerAnswer<C extends Call> = C['showsPage'] extends true
  ? Page
  : C['answers'] extends 'page'
    ? C['confirms'] extends Confirmation
      ? PageAnswer
      : Redirect
    : C['answers'] extends 'file'
      ? FileAnswer
      : C['answers'] extends 'document'
        ? DocumentAnswer
        : C['answers'] extends 'text'
          ? string
          : ResultOf<C>;

/** A page of ours, for what ends neither in the portal nor in a failure. */
export interface Page {
  readonly page: { title: string; text: string; action: { label: string; href: string; method?: 'post' } };
}

/** What a page call answers when nothing failed. */
export type PageAnswer = Redirect | Page;

/** What a file call answers: a download, of the kind that its row in the table names. */
export interface FileAnswer {
  readonly fileName: string;
  /** Read while it is sent, outside of any transaction. */
  readonly parts: AsyncIterable<string>;
}

/** What a document call answers: a JSON text that is ready to be sent, and the tag of its version. */
export interface DocumentAnswer {
  readonly body: Buffer;
  readonly etag: string;
}

/** One call's work. It throws `problem(...)` of the types that its call declares. */
export type Handler<C extends Call> = (
  input: InputOf<C>,
  context: ContextOf<C>,
) => HandlerAnswer<C> | Promise<HandlerAnswer<C>>;

/** What is stored of an answer for its replays: a few ids, no list and no secret. */
export type StoredAnswer = Readonly<Record<string, string>>;

/**
 * How a repeat of a request is answered where the answer itself is not to be stored, because it grows with what it lists
 * or holds a secret. Without it the whole answer is stored.
 */
export interface Replay<C extends Call> {
  readonly store: (answer: ResultOf<C>) => StoredAnswer;
  /** The answer as the caller may have it now: access was checked again. It changes nothing. */
  readonly answer: (stored: StoredAnswer, context: ContextOf<C>) => ResultOf<C> | Promise<ResultOf<C>>;
}

/** One call's work; it may also be written as the function alone. */
interface Executor<C extends Call> {
  readonly execute: Handler<C>;
}

/** What holds a secret can't be stored. */
type HandlerOf<C extends Call> = C['secrets'] extends readonly string[]
  ? Executor<C> & { readonly replay: Replay<C> }
  : Handler<C> | (Executor<C> & { readonly replay?: Replay<C> });

/** A handler for each call of a feature; a missing or a surplus one doesn't compile. */
export type Handlers<C extends Calls> = { readonly [Name in keyof C]: HandlerOf<C[Name]> };
