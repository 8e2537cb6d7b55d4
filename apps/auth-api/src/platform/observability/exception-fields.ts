import { safeMessage } from '../errors/app-error.ts';
import { errorClass, errorCode, errorStatus, errorType } from '../errors/error-class.ts';

/** How a log line describes an error: OpenTelemetry's attributes for exceptions, and what caused it. */
export interface ExceptionFields {
  readonly 'exception.type': string;
  readonly 'exception.message': string | undefined;
  /** The frames of the error and of its causes, each below its type, code, status and message. */
  readonly 'exception.stacktrace': string;
  /** The code, or else the class, of the innermost cause. A query can group by it. */
  readonly 'si.error.cause': string;
}

/** Prisma stores PostgreSQL's error here. */
interface PrismaMeta {
  readonly driverAdapterError?: unknown;
}

const maxDepth = 6;

/** Keeps only what identifies the error. Messages and other fields may contain emails, names, rows, connections or claims. */
export function exceptionFields(error: unknown): ExceptionFields {
  const errors = [error];
  for (let cause = causeOf(error); cause !== undefined && errors.length < maxDepth; cause = causeOf(cause)) {
    errors.push(cause);
  }
  return {
    'exception.type': errorClass(error),
    'exception.message': safeMessage(error),
    'exception.stacktrace': errors.map(describe).join('\nCaused by: '),
    'si.error.cause': errorType(errors.at(-1)),
  };
}

function causeOf(error: unknown): unknown {
  const { cause, meta, detail } = (error ?? {}) as { cause?: unknown; meta?: PrismaMeta; detail?: unknown };
  return cause ?? meta?.driverAdapterError ?? connectionErrorIn(detail);
}

/** Stripe's client stores the error of the connection as `detail`. Errors of PostgreSQL and of Stripe's responses have a text. */
const connectionErrorIn = (detail: unknown): unknown =>
  typeof detail === 'object' ? (detail ?? undefined) : undefined;

function describe(error: unknown): string {
  const { stack, message } = (error ?? {}) as Partial<Error>;
  const [code, status, ownMessage] = [errorCode(error), errorStatus(error), safeMessage(error)];
  const title = [
    errorClass(error),
    code !== undefined && ` [${code}]`,
    status !== undefined && ` (status ${status})`,
    ownMessage !== undefined && `: ${ownMessage}`,
  ];
  const frames = stack === undefined ? [] : stackFrames(stack, message ?? '');
  return [title.filter(Boolean).join(''), ...frames].join('\n');
}

const framePattern = /^ {4}at .+$/;

/** The lines of a stack that are frames. A stack starts with the message, which may look like frames. */
function stackFrames(stack: string, message: string): string[] {
  const start = message === '' ? 0 : stack.lastIndexOf(message) + message.length;
  return stack
    .slice(start)
    .split('\n')
    .filter((line) => framePattern.test(line));
}
