import path from 'node:path';
import * as z from 'zod';
import { StartFailure } from './start-failure.ts';

/** Every port of the stack: what listens there, the setting that moves it alone, and where it is by default. */
export const portTable = {
  portal: { title: 'portal', setting: 'PORTAL_PORT', standard: 9000 },
  authApi: { title: 'auth API', setting: 'AUTH_API_PORT', standard: 9001 },
  identityProvider: { title: 'identity provider', setting: 'IDENTITY_PROVIDER_PORT', standard: 9002 },
  stripe: { title: 'local Stripe', setting: 'STRIPE_PORT', standard: 9003 },
  analytics: { title: 'analytics host', setting: 'ANALYTICS_PORT', standard: 9004 },
  mail: { title: 'mail inbox', setting: 'MAIL_PORT', standard: 9005 },
  smtp: { title: 'mail server', setting: 'SMTP_PORT', standard: 9025 },
  hostedApp: { title: 'hosted app', setting: 'HOSTED_APP_PORT', standard: 9007 },
  instance: { title: 'local instance', setting: 'INSTANCE_PORT', standard: 8080 },
  postgres: { title: 'PostgreSQL', setting: 'POSTGRES_PORT', standard: 9432 },
} as const;

export type PortName = keyof typeof portTable;
export type Ports = Record<PortName, number>;

export interface StackSettings {
  /** The repository. */
  root: string;
  dataDir: string;
  ports: Ports;
  /** A PostgreSQL of the user's own, instead of the embedded one. */
  databaseUrl: string | undefined;
  /** What every part logs goes to the terminal; with reload on change always. */
  verbose: boolean;
  watch: boolean;
  /** A file to which every request to the local Stripe is appended with its answer. */
  stripeRecordFile: string | undefined;
}

const highest = Math.max(...Object.values(portTable).map(({ standard }) => standard));
const Offset = z.coerce
  .number()
  .int()
  .min(-8000)
  .max(65_535 - highest);
const Port = z.coerce.number().int().min(1).max(65_535);
const DatabaseUrl = z.url({ protocol: /^postgres(ql)?$/ });

type Environment = Record<string, string | undefined>;

/** Reads what `npm start` itself is told by the environment. */
export function readStackSettings(
  environment: Environment,
  { root, verbose = false, watch = false }: { root: string; verbose?: boolean; watch?: boolean },
): StackSettings {
  const given = (name: string) => (environment[name] === '' ? undefined : environment[name]);
  const offset = read(
    'PORT_OFFSET',
    given('PORT_OFFSET') ?? '0',
    Offset,
    `a whole number, -8000 to ${65_535 - highest}`,
  );
  const ports = Object.fromEntries(
    Object.entries(portTable).map(([name, { setting, standard }]) => {
      const own = given(setting);
      return [name, own === undefined ? standard + offset : read(setting, own, Port, 'a port number, 1 to 65535')];
    }),
  ) as Ports;
  refuseDoubles(ports);
  refuseUnsafe(ports);

  const databaseUrl = given('PORTAL_DATABASE_URL');
  if (databaseUrl !== undefined) {
    read('PORTAL_DATABASE_URL', databaseUrl, DatabaseUrl, 'an address such as postgresql://user:password@host/name');
  }
  const recordFile = given('STRIPE_RECORD_FILE');
  return {
    root,
    dataDir: path.resolve(root, given('DATA_DIR') ?? '.local'),
    ports,
    databaseUrl,
    verbose,
    watch,
    stripeRecordFile: recordFile === undefined ? undefined : path.resolve(root, recordFile),
  };
}

function read<T>(name: string, value: string, schema: z.ZodType<T>, wanted: string): T {
  const result = schema.safeParse(value.trim());
  if (result.success) return result.data;
  throw new StartFailure(`The setting ${name} is "${value}", but must be ${wanted}.`);
}

function refuseDoubles(ports: Ports): void {
  const names = Object.keys(ports) as PortName[];
  for (const name of names) {
    const other = names.find((each) => each !== name && ports[each] === ports[name]);
    if (other === undefined) continue;
    const [one, two] = [portTable[name], portTable[other]];
    throw new StartFailure(
      `The ${one.title} and the ${two.title} can't both listen on port ${ports[name]}: ` +
        `set ${one.setting} or ${two.setting} to another.`,
    );
  }
}

// The Fetch standard's list of ports that browsers refuse to open, from 1024 on.
const unsafe = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
];

function refuseUnsafe(ports: Ports): void {
  for (const name of Object.keys(ports) as PortName[]) {
    if (name === 'smtp' || name === 'postgres' || !unsafe.includes(ports[name])) continue;
    const { title, setting } = portTable[name];
    throw new StartFailure(
      `The ${title} would listen on port ${ports[name]}, which browsers refuse to open: set ${setting} or PORT_OFFSET to another.`,
    );
  }
}

/** Under which address a part of the stack is reached. */
export function localUrl(port: number): string {
  return `http://localhost:${port}`;
}
