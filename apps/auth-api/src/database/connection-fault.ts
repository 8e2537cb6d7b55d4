import { failureChain } from './failures.ts';

/** Why nothing comes of the database. */
export interface ConnectionFault {
  /** For an operator: what is wrong and where to look. It names the setting, never what it says. */
  readonly words: string;
  /** Whether it stays so until somebody mends the setting, so that there is nothing to wait for. */
  readonly isLasting: boolean;
}

type Words = (setting: string) => string;

const lasting: readonly (readonly [codes: RegExp, words: Words])[] = [
  [
    /unsupported startup parameter/,
    (setting) =>
      `A pooler, such as PgBouncer, refuses sessions as the API begins them. Set DATABASE_DIRECT_URL to PostgreSQL’s own address beside ${setting}; see docs/operating/configure.md.`,
  ],
  [
    /^(?:28P01|P1000)$|client password must be a/,
    (setting) => `The database refuses the password. Check the user and the password in ${setting}.`,
  ],
  [
    /^(?:28000|P1010)$/,
    (setting) => `The database refuses the login. Check the user in ${setting}, and whom its pg_hba.conf lets in.`,
  ],
  [
    /^(?:3D000|P1003)$/,
    (setting) => `There is no database of that name. Check the name in ${setting}: it is what stands after the last /.`,
  ],
  [
    /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|HOSTNAME_MISMATCH|ERR_(?:TLS|SSL)_\w+|P1011|TlsConnectionError)$|does not support SSL/,
    (setting) => `There is no encrypted connection to the database. Check sslmode in ${setting}, and its certificate.`,
  ],
];

const passing: typeof lasting = [
  [
    // Where containers run, the name of one that is stopped is not known either.
    /^(?:ENOTFOUND|EAI_NONAME)$/,
    (setting) => `The database’s host is not known now. Check that it runs, and the host in ${setting}.`,
  ],
  [
    /^(?:ECONNREFUSED|P1001|DatabaseNotReachable)$/,
    (setting) => `Nobody answers for the database. Check that it runs, and the host and the port in ${setting}.`,
  ],
  [
    /^(?:E(?:TIMEDOUT|HOSTUNREACH|NETUNREACH|CONNRESET|PIPE|AI_AGAIN)|08\w{3}|P1002|P1008|P1017|P2024|P2028|ConnectionClosed|SocketTimeout)$|timeout|Connection terminated/i,
    (setting) =>
      `The database can’t be reached, or does not answer in time. Check that it runs, the host and the port in ${setting}, and the network between.`,
  ],
  [/^(?:57P0\d|55000)$/, () => 'The database starts or stops just now. Try again when it runs.'],
  [
    /^53100$/,
    () =>
      'The disk of the database is full. Free space there, or enlarge it; see docs/operating/incidents/database-disk-full.md.',
  ],
  [/^(?:53300|P2037)$/, () => 'The database has no connection left. Close some, or raise its max_connections.'],
  [
    /^(?:42501)$/,
    (setting) => `The database’s login lacks rights. Check the user in ${setting}; see docs/operating/configure.md.`,
  ],
  [/^(?:42P01|42703|P2021|P2022)$/, () => 'The database lacks tables or columns. Run the migrations first.'],
];

/** What a failure says of the way to the database; null where it is about something else. */
export function connectionFault(error: unknown, setting: string): ConnectionFault | null {
  for (const { code, originalCode, errorCode, kind, message } of failureChain(error)) {
    const said = [originalCode, code, errorCode, kind, message].map(String);
    const wordsIn = (known: typeof lasting) => known.find(([pattern]) => said.some((each) => pattern.test(each)))?.[1];
    const words = wordsIn(lasting);
    if (words) return { words: words(setting), isLasting: true };
    const others = wordsIn(passing);
    if (others) return { words: others(setting), isLasting: false };
  }
  return null;
}
