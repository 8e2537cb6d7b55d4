/**
 * Codes that mean that the database can't be used now: of sockets and TLS, of PostgreSQL (connection exceptions, refused
 * logins, shutdown, a restore that just takes its place, read-only, out of resources) and of Prisma.
 */
const unavailable = new RegExp(
  `^(?:${[
    'ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN',
    String.raw`DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|HOSTNAME_MISMATCH|ERR_(?:TLS|SSL)_\w+`,
    String.raw`08\w{3}|28\w{3}|3D000|53(?!100)\w{3}|55000|57P0\d|57014|25006|25P03`,
    'P1000|P1001|P1002|P1003|P1008|P1010|P1011|P1017|P2024|P2028|P2037',
  ].join('|')})$`,
);
/** Kinds of the driver adapter's errors. For a raw query (P2010) they are all that Prisma reports of a lost connection. */
const unavailableKinds =
  /^(?:DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections|TlsConnectionError|AuthenticationFailed|DatabaseAccessDenied|DatabaseDoesNotExist)$/;
/** PostgreSQL's disk_full. Prisma reports it as P2039 or P2010, with this code in the cause. */
const diskFull = '53100';
/** Deadlock, serialization, a unique key, and the two rules of the migrations that are judged at the commit. */
const lostRace = /^(?:40P01|40001|23505|OWNER|TOKEN|P2034|P2002)$/;
const messages =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|connection timeout|not queryable|does not support SSL|establishing an SSL connection/i;

interface Failure {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
  /** What PostgreSQL said, in an error of the driver adapter. */
  readonly originalCode?: unknown;
  /** What kind of error the driver adapter takes it for. */
  readonly kind?: unknown;
  /** The code of an error with which Prisma's client does not start. */
  readonly errorCode?: unknown;
  readonly meta?: { readonly driverAdapterError?: unknown };
}

const codeOf = ({ originalCode, code, errorCode }: Failure) => String(originalCode ?? code ?? errorCode);

/** Whether a failure means that the database can't be reached or does not answer now, rather than a mistake of ours. */
export const isDatabaseUnavailable = (error: unknown) =>
  !isDiskFull(error) &&
  some(
    error,
    (failure) =>
      unavailable.test(codeOf(failure)) ||
      unavailableKinds.test(String(failure.kind)) ||
      messages.test(String(failure.message)),
  );

/** Whether PostgreSQL could not write because its disk is full. */
export const isDiskFull = (error: unknown) => some(error, (failure) => codeOf(failure) === diskFull);

/** Whether a transaction failed by what another did meanwhile: begun anew it sees that, and judges by it. */
export const isLostRace = (error: unknown) => some(error, (failure) => lostRace.test(codeOf(failure)));

const some = (error: unknown, isIt: (failure: Failure) => boolean) => failureChain(error).some(isIt);

/** An error and its causes, outermost first. For a raw query only a cause has PostgreSQL's code. */
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
