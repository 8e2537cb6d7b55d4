import { problems, type ChangedField, type FieldProblem, type ProblemType } from '@portal/contract';
import { Fault } from '../fault.ts';

/** When what is away is asked for again, where nobody knows better. */
const unavailableSeconds = 30;

/** A failure that the caller is told about, as one of the contract's types. */
export class Problem extends Fault {
  readonly type: ProblemType;
  readonly status: number;
  readonly fields: readonly FieldProblem[] | undefined;
  /** The values that changed after the caller read them. */
  readonly changed: readonly ChangedField[] | undefined;
  /** Seconds after which it makes sense to try again. */
  readonly retryAfter: number | undefined;

  constructor(type: ProblemType, more: ProblemDetails = {}) {
    super(more.message ?? problems[type].message, { cause: more.cause });
    this.name = type;
    this.type = type;
    this.status = problems[type].status;
    this.fields = more.fields;
    this.changed = more.changed;
    this.retryAfter = more.retryAfter ?? (this.status === 503 ? unavailableSeconds : undefined);
  }
}

interface ProblemDetails {
  message?: string;
  fields?: readonly FieldProblem[];
  changed?: readonly ChangedField[];
  retryAfter?: number;
  cause?: unknown;
}

/** Makes a failure to throw: `throw problem('WorkspaceNotFound')`. */
export const problem = (type: ProblemType, more?: ProblemDetails) => new Problem(type, more);

/** The database can't be reached or has no time now; it may in a moment. */
export const databaseUnavailable = (cause?: unknown) => problem('DatabaseUnavailable', { retryAfter: 5, cause });

/** The failure of one field that only the handler can judge. */
export const invalidField = (path: string, message: string) => invalidFields([{ path, message }]);

/** The failure of some fields; its message names each of them. */
export const invalidFields = (fields: readonly FieldProblem[]) =>
  problem('InvalidInput', { message: fields.map(sentenceOf).join(' '), fields });

/** `displayName: This field is required.`; what is wrong with a part of the request as a whole needs no name. */
function sentenceOf({ path, message }: FieldProblem): string {
  const [, ...names] = path.split('.');
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return names.length > 0 ? `${names.join('.')}: ${sentence}` : sentence;
}
