/** Codes of sockets, of PostgreSQL (connection exceptions, shutdown, too many connections) and of Prisma. */
const codes =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|08\w{3}|57P0[123]|53300|57014|25006|P1001|P1002|P1008|P1017|P2024|P2028)$/;
const messages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|connection timeout|DatabaseNotReachable|SocketTimeout/i;

/** Whether a failure means that the database can't be reached or does not answer now, rather than a mistake of ours. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let each: unknown = error, depth = 0; typeof each === 'object' && each !== null && depth < 5; depth++) {
    const { code, message, cause, errors } = each as {
      code?: unknown;
      message?: unknown;
      cause?: unknown;
      errors?: unknown;
    };
    if (typeof code === 'string' && codes.test(code)) return true;
    if (typeof message === 'string' && messages.test(message)) return true;
    each = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  }
  return false;
}
