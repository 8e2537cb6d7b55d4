import { errorChain } from './database-errors.ts';

export interface ConnectionErrorExplanation {
  /** For operators: what is wrong and what to check. Contains the name of the setting, never its value. */
  readonly message: string;
  /** Whether only a change of settings can fix it, so that waiting is pointless. */
  readonly isPermanent: boolean;
}

type MessageFor = (setting: string) => string;

const permanentErrors: readonly (readonly [pattern: RegExp, message: MessageFor])[] = [
  [
    /unsupported startup parameter/,
    (setting) =>
      `A pooler, such as PgBouncer, rejects the session parameters of the API. Set DATABASE_DIRECT_URL to the URL of PostgreSQL itself, in addition to ${setting}; see docs/operating/configure.md.`,
  ],
  [
    /^(?:28P01|P1000)$|client password must be a/,
    (setting) => `The database rejected the password. Check the user and the password in ${setting}.`,
  ],
  [
    /^(?:28000|P1010)$/,
    (setting) => `The database rejected the login. Check the user in ${setting} and the rules in pg_hba.conf.`,
  ],
  [
    /^(?:3D000|P1003)$/,
    (setting) => `The database does not exist. Check the name in ${setting}, after the last slash.`,
  ],
  [
    /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|HOSTNAME_MISMATCH|ERR_(?:TLS|SSL)_\w+|P1011|TlsConnectionError)$|does not support SSL/,
    (setting) =>
      `The TLS connection to the database failed. Check sslmode in ${setting} and the database’s certificate.`,
  ],
];

const transientErrors: typeof permanentErrors = [
  [
    // Where containers run, a stopped container has no host name either.
    /^(?:ENOTFOUND|EAI_NONAME)$/,
    (setting) => `The database’s host is unknown. Check that it is running, and the host in ${setting}.`,
  ],
  [
    /^(?:ECONNREFUSED|P1001|DatabaseNotReachable)$/,
    (setting) =>
      `The database refused the connection. Check that it is running, and the host and the port in ${setting}.`,
  ],
  [
    /^(?:57014|P2024|P2028)$|^timeout exceeded when trying to connect$/,
    (setting) =>
      `The database did not respond in time, or no connection of the pool was free. Check that it is running, the host and the port in ${setting}, and its load; see docs/operating/incidents/database-connections-exhausted.md.`,
  ],
  [
    /^(?:E(?:TIMEDOUT|HOSTUNREACH|NETUNREACH|CONNRESET|PIPE|AI_AGAIN)|08\w{3}|P1002|P1008|P1017|ConnectionClosed|SocketTimeout)$|timeout|Connection terminated/i,
    (setting) =>
      `The database is unreachable or does not respond in time. Check that it is running, the host and the port in ${setting}, and the network.`,
  ],
  [/^(?:57P0\d|55000)$/, () => 'The database is starting or shutting down. Try again when it is running.'],
  [
    /^53100$/,
    () =>
      'The disk of the database is full. Free space there, or enlarge it; see docs/operating/incidents/database-disk-full.md.',
  ],
  [/^(?:53300|P2037)$/, () => 'The database has no free connections. Close some, or raise its max_connections.'],
  [
    /^(?:42501)$/,
    (setting) => `The database login lacks privileges. Check the user in ${setting}; see docs/operating/configure.md.`,
  ],
  [/^(?:42P01|42703|P2021|P2022)$/, () => 'The database lacks tables or columns. Run the migrations first.'],
];

/** Explains an error of the database connection; null for any other error. */
export function explainConnectionError(error: unknown, setting: string): ConnectionErrorExplanation | null {
  for (const { code, originalCode, errorCode, kind, message } of errorChain(error)) {
    const texts = [originalCode, code, errorCode, kind, message].map(String);
    const findMessage = (known: typeof permanentErrors) =>
      known.find(([pattern]) => texts.some((text) => pattern.test(text)))?.[1];
    const permanent = findMessage(permanentErrors);
    if (permanent) return { message: permanent(setting), isPermanent: true };
    const transient = findMessage(transientErrors);
    if (transient) return { message: transient(setting), isPermanent: false };
  }
  return null;
}
