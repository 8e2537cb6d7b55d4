/** Codes of sockets, of PostgreSQL (connection exceptions, shutdown, too many connections) and of Prisma. */
const unavailable =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|08\w{3}|57P0[123]|53300|57014|25006|P1001|P1002|P1008|P1017|P2024|P2028)$/;
const deadlock = /^(?:40P01|40001)$/;
const messages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|connection timeout|DatabaseNotReachable|SocketTimeout/i;

interface Failure {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
  readonly originalCode?: unknown;
}

/** Whether a failure means that the database can't be reached or does not answer now, rather than a mistake of ours. */
export const isDatabaseUnavailable = (error: unknown) =>
  some(error, ({ code, message }) => unavailable.test(String(code)) || messages.test(String(message)));

/** Whether PostgreSQL or Prisma ended a transaction because it waited for another that waited for it. */
export const isDeadlock = (error: unknown) =>
  some(error, ({ code, originalCode }) => deadlock.test(String(originalCode ?? code)) || code === 'P2034');

/** Looks at a failure and at what caused it. */
function some(error: unknown, isIt: (failure: Failure) => boolean): boolean {
  for (let each = error, depth = 0; typeof each === 'object' && each !== null && depth < 6; depth++) {
    const failure: Failure = each;
    if (isIt(failure)) return true;
    each = failure.cause ?? (Array.isArray(failure.errors) ? (failure.errors[0] as unknown) : undefined);
  }
  return false;
}
