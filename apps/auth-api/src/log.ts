import { pino, type DestinationStream, type Logger } from 'pino';
import { currentIds } from './tracing/spans.ts';

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string | undefined;
  readonly stack?: string | undefined;
  readonly cause?: LoggedError;
}

/** The service's log: a line of JSON an event. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: { service: 'auth-api' },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      mixin: currentIds,
    },
    destination ?? pino.destination(1),
  );

/** Only what tells a fault apart: other fields of an error may hold connections, claims, rows. */
function describeError(error: unknown, depth = 0): LoggedError {
  const { name, message, code, stack, cause } = error as Partial<Error> & { code?: unknown };
  return {
    type: name ?? typeof error,
    message: message ?? String(error),
    code: typeof code === 'string' ? code : undefined,
    stack,
    ...(cause !== undefined && depth < 3 && { cause: describeError(cause, depth + 1) }),
  };
}
