import path from 'node:path';
import * as z from 'zod';
import { StartError } from './start-error.ts';

/** The ports of the stack: the service that listens, the setting that changes the port, and the default. */
export const portDefinitions = {
  portal: { title: 'portal', setting: 'PORTAL_PORT', defaultPort: 9000 },
  authApi: { title: 'auth API', setting: 'AUTH_API_PORT', defaultPort: 9001 },
  auth0: { title: 'Auth0 emulator', setting: 'AUTH0_PORT', defaultPort: 9002 },
  stripe: { title: 'Stripe emulator', setting: 'STRIPE_PORT', defaultPort: 9003 },
  posthog: { title: 'PostHog emulator', setting: 'POSTHOG_PORT', defaultPort: 9004 },
  mail: { title: 'mail inbox', setting: 'MAIL_PORT', defaultPort: 9005 },
  smtp: { title: 'mail server', setting: 'SMTP_PORT', defaultPort: 9025 },
  hostedApp: { title: 'hosted app', setting: 'HOSTED_APP_PORT', defaultPort: 9007 },
  instance: { title: 'local instance', setting: 'INSTANCE_PORT', defaultPort: 8080 },
  postgres: { title: 'PostgreSQL', setting: 'POSTGRES_PORT', defaultPort: 9432 },
} as const;

export type PortName = keyof typeof portDefinitions;
export type Ports = Record<PortName, number>;

export interface StackSettings {
  /** The root of the repository. */
  root: string;
  dataDir: string;
  ports: Ports;
  /** Where browsers reach the API: at a port of its own, or at the portal's under `/api`, as in a new deployment. */
  authApiUrl: string;
  /** A user-provided PostgreSQL, instead of the embedded one. */
  databaseUrl: string | undefined;
  /** Print the logs of every service to the terminal. */
  verbose: boolean;
  /** Run from source and reload on changes. */
  watch: boolean;
  /** A file to which the Stripe emulator appends every request and response. */
  stripeRecordFile: string | undefined;
}

const highestDefaultPort = Math.max(...Object.values(portDefinitions).map(({ defaultPort }) => defaultPort));
const Offset = z.coerce
  .number()
  .int()
  .min(-8000)
  .max(65_535 - highestDefaultPort);
const Port = z.coerce.number().int().min(1).max(65_535);
const DatabaseUrl = z.url({ protocol: /^postgres(ql)?$/ });

type Environment = Record<string, string | undefined>;

/** Reads the settings of `npm start` from the environment. */
export function readStackSettings(
  environment: Environment,
  { root, verbose = false, watch = false }: { root: string; verbose?: boolean; watch?: boolean },
): StackSettings {
  const get = (name: string) => (environment[name] === '' ? undefined : environment[name]);
  const offset = read(
    'PORT_OFFSET',
    get('PORT_OFFSET') ?? '0',
    Offset,
    `a whole number, -8000 to ${65_535 - highestDefaultPort}`,
  );
  const ports = Object.fromEntries(
    Object.entries(portDefinitions).map(([name, { setting, defaultPort }]) => {
      const port = get(setting);
      return [name, port === undefined ? defaultPort + offset : read(setting, port, Port, 'a port number, 1 to 65535')];
    }),
  ) as Ports;
  checkDuplicatePorts(ports);
  checkBlockedPorts(ports);

  const databaseUrl = get('PORTAL_DATABASE_URL')?.trim();
  if (databaseUrl !== undefined && !DatabaseUrl.safeParse(databaseUrl).success) {
    // Without the value, which may contain a password.
    throw new StartError('The setting PORTAL_DATABASE_URL must be a URL such as postgresql://user:password@host/name.');
  }
  const atPortal = read('API_AT_PORTAL', get('API_AT_PORTAL') ?? 'false', z.enum(['true', 'false']), 'true or false');
  const recordFile = get('STRIPE_RECORD_FILE');
  return {
    root,
    dataDir: path.resolve(root, get('DATA_DIR') ?? '.local'),
    ports,
    authApiUrl: atPortal === 'true' ? `${localUrl(ports.portal)}/api` : localUrl(ports.authApi),
    databaseUrl,
    verbose,
    watch,
    stripeRecordFile: recordFile === undefined ? undefined : path.resolve(root, recordFile),
  };
}

function read<T>(name: string, value: string, schema: z.ZodType<T>, expected: string): T {
  const result = schema.safeParse(value.trim());
  if (result.success) return result.data;
  throw new StartError(`The setting ${name} is "${value}", but must be ${expected}.`);
}

function checkDuplicatePorts(ports: Ports): void {
  const names = Object.keys(ports) as PortName[];
  for (const name of names) {
    const other = names.find((each) => each !== name && ports[each] === ports[name]);
    if (other === undefined) continue;
    const [first, second] = [portDefinitions[name], portDefinitions[other]];
    throw new StartError(
      `The ${first.title} and the ${second.title} can't both listen on port ${ports[name]}: ` +
        `set ${first.setting} or ${second.setting} to a different port.`,
    );
  }
}

// The "bad ports" of the Fetch specification, from 1024.
const blockedPorts = [
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080,
];

function checkBlockedPorts(ports: Ports): void {
  for (const name of Object.keys(ports) as PortName[]) {
    if (name === 'smtp' || name === 'postgres' || !blockedPorts.includes(ports[name])) continue;
    const { title, setting } = portDefinitions[name];
    throw new StartError(
      `The ${title} would listen on port ${ports[name]}, which browsers block: change ${setting} or PORT_OFFSET.`,
    );
  }
}

export function localUrl(port: number): string {
  return `http://localhost:${port}`;
}
