import type { FeatureFlag } from '@portal/contract';
import type { PostHog } from 'posthog-node';
import type { Logger } from 'pino';
import { Fault } from '../fault.ts';
import type { User } from '../generated/prisma/client.ts';
import type { Settings } from '../settings.ts';
import { tracedFetch } from '../tracing/traced-fetch.ts';
import { withTimeout } from '../with-timeout.ts';
import { readableFlags } from './readable-flags.ts';

/** Less than a request waits for the database. */
const waitMs = 800;

/** So long without a word from the host, and what it said last counts no more. */
const staleAfterMs = (believedMs: number) => Math.max(60_000, 3 * believedMs);

/** Where feature flags are switched. */
export interface FlagHost {
  /** Which of these flags are on for somebody. Fails if the host does not tell. */
  flagsOf(user: User, names: readonly FeatureFlag[]): Promise<ReadonlySet<FeatureFlag>>;
  close(): Promise<void>;
}

type Fetch = NonNullable<NonNullable<ConstructorParameters<typeof PostHog>[1]>['fetch']>;

/** PostHog, whose client is loaded only then, or null where the settings name none. */
export async function openFlagHost(settings: Settings, log: Logger): Promise<FlagHost | null> {
  const { ANALYTICS_URL: url, ANALYTICS_PROJECT_KEY: projectKey, ANALYTICS_FLAGS_KEY: flagsKey } = settings;
  if (url === undefined || projectKey === undefined) return null;
  const believedMs = settings.ANALYTICS_FLAGS_SECONDS * 1_000;
  const judgesHere = flagsKey !== undefined;
  let heardAt = 0;
  const fetch: Fetch = async (address, options) => {
    const response = await tracedFetch(new URL(address).pathname, address, options);
    const readable = response.ok ? await readableFlags(response) : response;
    if (response.ok || response.status === 304) heardAt = Date.now();
    return readable;
  };
  const posthog = await import('posthog-node');
  const client = new posthog.PostHog(projectKey, {
    host: url,
    ...(judgesHere && { secretKey: flagsKey, featureFlagsPollingInterval: believedMs }),
    strictLocalEvaluation: judgesHere,
    sendFeatureFlagEvent: false,
    requestTimeout: 5_000,
    featureFlagsRequestTimeoutMs: waitMs,
    featureFlagsRequestMaxRetries: 0,
    fetch,
  });
  client.on('error', (err: unknown) => log.warn({ err }, 'the analytics host does not tell its flags'));

  const ask = async ({ id, email, emailVerified }: User, names: readonly FeatureFlag[]) => {
    // An address stays in this process; and one that is not verified could be anybody’s.
    const personProperties = judgesHere && emailVerified ? { email } : {};
    const flags = await client.evaluateFlags(id, { personProperties, flagKeys: [...names] });
    if (Date.now() - heardAt > staleAfterMs(believedMs)) throw new Fault('The analytics host says nothing.');
    return new Set(names.filter((name) => flags.isEnabled(name)));
  };
  return {
    flagsOf: (user, names) => withTimeout(ask(user, names), waitMs, () => new Fault('The analytics host is slow.')),
    close: () => client.shutdown(waitMs),
  };
}
