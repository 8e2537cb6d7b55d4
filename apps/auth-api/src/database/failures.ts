/**
 * Codes of sockets, of PostgreSQL (connection exceptions, refused logins, shutdown, a restore that just takes its place,
 * read-only, out of resources) and of Prisma.
 */
const unavailable =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN|08\w{3}|28\w{3}|3D000|53\w{3}|55000|57P0\d|57014|25006|25P03|P1001|P1002|P1008|P1017|P2024|P2028|P2037)$/;
/** Deadlock, serialization, a unique key, and the two rules of the migrations that are judged at the commit. */
const lostRace = /^(?:40P01|40001|23505|OWNER|TOKEN|P2034|P2002)$/;
const messages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|connection timeout|not queryable|DatabaseNotReachable|SocketTimeout/i;

interface Failure {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
  readonly originalCode?: unknown;
  readonly meta?: { readonly driverAdapterError?: unknown };
}

/** Whether a failure means that the database can't be reached or does not answer now, rather than a mistake of ours. */
export const isDatabaseUnavailable = (error: unknown) =>
  some(
    error,
    ({ code, originalCode, message }) =>
      unavailable.test(String(originalCode ?? code)) || messages.test(String(message)),
  );

/** Whether a transaction failed by what another did meanwhile: begun anew it sees that, and judges by it. */
export const isLostRace = (error: unknown) =>
  some(error, ({ code, originalCode }) => lostRace.test(String(originalCode ?? code)));

const some = (error: unknown, isIt: (failure: Failure) => boolean) => failureChain(error).some(isIt);

/** A failure and what caused it; of a raw query Prisma tells only there what PostgreSQL said. */
export function failureChain(error: unknown): readonly Failure[] {
  const chain: Failure[] = [];
  for (let each = error; typeof each === 'object' && each !== null && chain.length < 6;) {
    const failure: Failure = each;
    chain.push(failure);
    const [first] = Array.isArray(failure.errors) ? (failure.errors as unknown[]) : [];
    each = failure.cause ?? failure.meta?.driverAdapterError ?? first;
  }
  return chain;
}
