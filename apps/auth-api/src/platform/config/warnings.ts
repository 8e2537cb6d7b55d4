import { distance } from 'fastest-levenshtein';
import { Environment } from './environment.ts';

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** What the API logs at startup about settings, and a version of Node, that are allowed but probably a mistake. */
export const settingWarnings = (env: Environment, environment: EnvironmentVariables): string[] => [
  ...riskyValueWarnings(env),
  ...mistypedNameWarnings(environment),
  ...nodeWarnings(env),
];

interface WarningRule {
  readonly message: string;
  readonly applies: (env: Environment) => boolean;
}

const rules: readonly WarningRule[] = [
  {
    message: 'NODE_ENV is not production: this is a playground for one machine, and unsafe settings are accepted',
    applies: ({ NODE_ENV }) => NODE_ENV !== 'production',
  },
  {
    message: 'STRIPE_SECRET_KEY is a test mode key: no one is charged',
    applies: ({ NODE_ENV, STRIPE_SECRET_KEY }) => NODE_ENV === 'production' && STRIPE_SECRET_KEY.includes('k_test_'),
  },
  {
    message: 'STRIPE_SECRET_KEY is a live mode key, but NODE_ENV is not production: real payments will be made',
    applies: ({ NODE_ENV, STRIPE_SECRET_KEY }) => NODE_ENV !== 'production' && STRIPE_SECRET_KEY.includes('k_live_'),
  },
  {
    message: 'STAFF_REQUIRE_MFA is off: staff can log in without a second factor',
    applies: ({ NODE_ENV, STAFF_REQUIRE_MFA }) => NODE_ENV === 'production' && STAFF_REQUIRE_MFA === false,
  },
  {
    message:
      'TRUSTED_PROXIES is 0: behind a proxy that sets X-Forwarded-For, all clients share the rate limits of one address',
    applies: ({ NODE_ENV, TRUSTED_PROXIES }) => NODE_ENV === 'production' && TRUSTED_PROXIES === 0,
  },
];

export const riskyValueWarnings = (env: Environment): string[] =>
  rules.filter(({ applies }) => applies(env)).map(({ message }) => message);

/** A warning for a version of Node without security updates. Source: https://github.com/nodejs/Release, "End-of-Life". */
export const nodeWarnings = ({ NODE_ENV }: Environment, version = process.versions.node): string[] =>
  NODE_ENV === 'production' && version.startsWith('20.')
    ? [`Node ${version} gets no security updates since its end of life: use Node 24`]
    : [];

/** Settings of commands that read the same environment as the API. */
const cliSettings = ['MIGRATION_DATABASE_URL'];

/** A warning for each variable that is not a setting but is spelled almost like one. */
export function mistypedNameWarnings(environment: EnvironmentVariables): string[] {
  const settings = [...Object.keys(Environment.shape), ...cliSettings];
  const known = new Set(settings.flatMap((name) => [name, `${name}_FILE`]));
  return Object.entries(environment)
    .filter(([name, value]) => value?.trim() && !known.has(name))
    .flatMap(([name]) => {
      const nearest = findNearestName(name, [...known]);
      return nearest === null ? [] : [`${name} is not a setting and is ignored. Did you mean ${nearest}?`];
    });
}

/** The largest edit distance at which a name counts as mistyped. */
const maxDistance = (name: string) => (name.length < 5 ? 0 : name.length < 8 ? 1 : 2);

function findNearestName(name: string, known: readonly string[]): string | null {
  const upperCase = name.toUpperCase();
  let nearest: string | null = null;
  let least = maxDistance(name) + 1;
  for (const candidate of known) {
    const edits = distance(upperCase, candidate);
    if (edits < least) [nearest, least] = [candidate, edits];
  }
  return nearest;
}
