/**
 * Error codes that mean that the database cannot be used now: of sockets and TLS, of PostgreSQL (connection exceptions,
 * rejected logins, shutdown, a database that a restore is replacing, read-only, out of resources) and of Prisma. Also conflicts that
 * remain after the last attempt, and reads that a replica cancels to apply a change (40001).
 */
const unavailableCodes = new RegExp(
  `^(?:${[
    'ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN',
    String.raw`DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|HOSTNAME_MISMATCH|ERR_(?:TLS|SSL)_\w+`,
    String.raw`08\w{3}|28\w{3}|3D000|53(?!100)\w{3}|55000|57P0\d|57014|25006|25P03|40001`,
    'P1000|P1001|P1002|P1003|P1008|P1010|P1011|P1017|P2024|P2028|P2034|P2037',
  ].join('|')})$`,
);
/** Kinds of driver adapter errors. For a raw query (P2010), Prisma reports nothing else about a lost connection. */
const unavailableKinds =
  /^(?:DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections|TlsConnectionError|AuthenticationFailed|DatabaseAccessDenied|DatabaseDoesNotExist)$/;
const unavailableMessages =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|connection timeout|not queryable|does not support SSL|establishing an SSL connection/i;
/** PostgreSQL's disk_full. Prisma reports it as P2039 or P2010, with this code in the cause. */
const diskFullCode = '53100';
/** PostgreSQL's read_only_sql_transaction: a write on a standby. */
const readOnlyCode = '25006';
/** Deadlock, serialization failure, unique violation, and the two deferred constraint triggers of the migrations. */
const conflictCodes = /^(?:40P01|40001|23505|OWNER|TOKEN|P2034|P2002)$/;

interface ErrorDetails {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
  /** PostgreSQL's code, in an error of the driver adapter. */
  readonly originalCode?: unknown;
  /** The driver adapter's classification of the error. */
  readonly kind?: unknown;
  /** The code of an error with which Prisma's client fails to start. */
  readonly errorCode?: unknown;
  readonly meta?: { readonly driverAdapterError?: unknown };
}

const codeOf = ({ originalCode, code, errorCode }: ErrorDetails) => String(originalCode ?? code ?? errorCode);

/** Whether an error means that the database is unreachable or does not respond, as opposed to a bug. */
export const isDatabaseUnavailable = (error: unknown) =>
  !isDiskFull(error) &&
  anyInChain(
    error,
    (details) =>
      unavailableCodes.test(codeOf(details)) ||
      unavailableKinds.test(String(details.kind)) ||
      unavailableMessages.test(String(details.message)),
  );

/** Whether PostgreSQL could not write because its disk is full. */
export const isDiskFull = (error: unknown) => anyInChain(error, (details) => codeOf(details) === diskFullCode);

/** Whether a write failed because the server is a standby, or otherwise read-only. */
export const isReadOnlyError = (error: unknown) => anyInChain(error, (details) => codeOf(details) === readOnlyCode);

/** Whether a transaction failed because of a concurrent one. If it runs again, it sees what the other one did. */
export const isConcurrencyConflict = (error: unknown) =>
  anyInChain(error, (details) => conflictCodes.test(codeOf(details)));

const anyInChain = (error: unknown, matches: (details: ErrorDetails) => boolean) => errorChain(error).some(matches);

/** An error and its causes, outermost first. For a raw query, only a cause has PostgreSQL's code. */
export function errorChain(error: unknown): readonly ErrorDetails[] {
  const chain: ErrorDetails[] = [];
  for (let current = error; typeof current === 'object' && current !== null && chain.length < 6;) {
    const details: ErrorDetails = current;
    chain.push(details);
    const [first] = Array.isArray(details.errors) ? (details.errors as unknown[]) : [];
    current = details.cause ?? details.meta?.driverAdapterError ?? first;
  }
  return chain;
}
