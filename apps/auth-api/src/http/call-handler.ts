import type { Act } from '../audit/record-acts.ts';
import type { StoredAnswer } from './handlers.ts';

type Run = (input: unknown, context: object) => unknown;

/** A handler as the pipeline sees it, whichever form of `handlers.ts` the feature chose. */
export interface CallHandler {
  readonly execute: Run;
  readonly replay?: {
    readonly store: (answer: unknown) => StoredAnswer;
    readonly answer: (stored: StoredAnswer, context: object) => unknown;
  };
}

/** What a handler did. */
export interface Done {
  readonly answer: unknown;
  /** Its entries in the audit log. */
  readonly acts: readonly Act[];
}
