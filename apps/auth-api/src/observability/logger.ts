import { pino, type DestinationStream, type Logger } from 'pino';
import { safeMessage } from '../errors/app-error.ts';
import { errorClass, errorCode, errorStatus } from '../errors/error-type.ts';
import type { PartialRequestLog } from './request-log.ts';
import { currentTraceIds } from './spans.ts';

interface LoggedError {
  readonly type: string;
  readonly code?: string | undefined;
  /** The HTTP status that an upstream service responded with. */
  readonly status?: number | undefined;
  readonly message?: string | undefined;
  /** The stack frames, without the message that a stack starts with. */
  readonly at?: readonly string[] | undefined;
  readonly cause?: LoggedError;
}

/** Prisma stores PostgreSQL's error here. */
interface PrismaMeta {
  readonly driverAdapterError?: unknown;
}

/** A safeguard: no code logs these fields. If one is logged by mistake, directly or one level down, its value is hidden. */
const redactedFields = [
  ...['authorization', 'cookie', 'password', 'secret', 'token', 'accessToken', 'idToken', 'codeVerifier', 'nonce'],
  ...['email', 'nickname', 'firstName', 'lastName', 'discordUsername', 'githubUsername', 'ip', 'userAgent'],
];

/** Creates the logger: JSON lines with the ids of the current trace. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: { service: 'auth-api' },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
      redact: { paths: redactedFields.flatMap((field) => [field, `*.${field}`]), censor: '[hidden]' },
      mixin: currentTraceIds,
    },
    destination ?? pino.destination(1),
  );

/**
 * Returns a function that logs one line for each request. It skips redaction, which takes longer than writing the line: the
 * type of the line allows no field that is secret or personal.
 */
export function createRequestLogger(log: Logger): (fields: PartialRequestLog) => void {
  const unredacted = log.child({}, { redact: [] });
  return (fields) => unredacted.info(fields, 'request');
}

/** Keeps only what identifies the error. Messages and other fields may contain emails, names, rows, connections or claims. */
function serializeError(error: unknown, depth = 0): LoggedError {
  const { stack, message, meta, cause: ownCause } = (error ?? {}) as Partial<Error> & { meta?: PrismaMeta };
  const cause = ownCause ?? meta?.driverAdapterError;
  return {
    type: errorClass(error),
    code: errorCode(error),
    status: errorStatus(error),
    message: safeMessage(error),
    at: stack === undefined ? undefined : stackFrames(stack, message ?? ''),
    ...(cause !== undefined && depth < 5 && { cause: serializeError(cause, depth + 1) }),
  };
}

const framePattern = /^ {4}at (.+)$/;

function stackFrames(stack: string, message: string): string[] {
  const start = message === '' ? 0 : stack.lastIndexOf(message) + message.length;
  return stack
    .slice(start)
    .split('\n')
    .flatMap((line) => framePattern.exec(line)?.[1] ?? []);
}
