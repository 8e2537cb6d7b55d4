import { pino, type DestinationStream, type Logger } from 'pino';
import { errorClass, errorCode, errorStatus } from './error-type.ts';
import { tellable } from './fault.ts';
import type { KnownOfRequest } from './tracing/request-line.ts';
import { currentIds } from './tracing/spans.ts';

/** What the log tells of an error. */
interface LoggedError {
  readonly type: string;
  readonly code?: string | undefined;
  /** With what HTTP status somebody else refused. */
  readonly status?: number | undefined;
  readonly message?: string | undefined;
  /** Where it was thrown, without the message that a stack begins with. */
  readonly at?: readonly string[] | undefined;
  readonly cause?: LoggedError;
}

/** Prisma has there what PostgreSQL said. */
interface PrismaMeta {
  readonly driverAdapterError?: unknown;
}

/** Nobody logs these on purpose. Where one slips in, as a field or within one, its value does not. */
const neverLogged = [
  ...['authorization', 'cookie', 'password', 'secret', 'token', 'accessToken', 'idToken', 'codeVerifier', 'nonce'],
  ...['email', 'nickname', 'firstName', 'lastName', 'discordUsername', 'githubUsername', 'ip', 'userAgent'],
];

/** The service's log: a line of JSON an event, with the trace that it belongs to. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: { service: 'auth-api' },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      redact: { paths: neverLogged.flatMap((field) => [field, `*.${field}`]), censor: '[hidden]' },
      mixin: currentIds,
    },
    destination ?? pino.destination(1),
  );

/**
 * Logs the line of each request, with nothing redacted: looking at each field costs more than the line itself. The type of
 * the line lets no other field in, and none of its fields is secret or personal.
 */
export function requestLogger(log: Logger): (line: KnownOfRequest) => void {
  const unredacted = log.child({}, { redact: [] });
  return (line) => unredacted.info(line, 'request');
}

/** Only what tells a fault apart: messages and other fields may hold addresses, names, rows, connections, claims. */
function describeError(error: unknown, depth = 0): LoggedError {
  const { stack, message, meta, cause: reason } = (error ?? {}) as Partial<Error> & { meta?: PrismaMeta };
  const cause = reason ?? meta?.driverAdapterError;
  return {
    type: errorClass(error),
    code: errorCode(error),
    status: errorStatus(error),
    message: tellable(error),
    at: stack === undefined ? undefined : framesOf(stack, message ?? ''),
    ...(cause !== undefined && depth < 5 && { cause: describeError(cause, depth + 1) }),
  };
}

const frame = /^ {4}at (.+)$/;

function framesOf(stack: string, message: string): string[] {
  const after = message === '' ? 0 : stack.lastIndexOf(message) + message.length;
  return stack
    .slice(after)
    .split('\n')
    .flatMap((line) => frame.exec(line)?.[1] ?? []);
}
