import type { FeatureFlag } from '@portal/contract';
import type { Logger } from 'pino';
import type { PostHog } from 'posthog-node';
import * as z from 'zod/mini';
import type { User } from '../../generated/prisma/client.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { withTimeout } from '../../platform/lib/with-timeout.ts';
import { tracedFetch } from '../../platform/observability/traced-fetch.ts';

/** Shorter than the timeout of a request. */
const timeoutMs = 800;

/** After this long without a response from PostHog, its last flags no longer count. */
const staleAfterMs = (cacheMs: number) => Math.max(60_000, 3 * cacheMs);

export interface FlagProvider {
  /** Returns which of these flags are on for a user. Rejects if the provider is unreachable. */
  getEnabledFlags(user: User, names: readonly FeatureFlag[]): Promise<ReadonlySet<FeatureFlag>>;
  close(): Promise<void>;
}

export type OnFlagRequest = (outcome: 'succeeded' | 'failed') => void;

type Fetch = NonNullable<NonNullable<ConstructorParameters<typeof PostHog>[1]>['fetch']>;

/** Opens the client of PostHog, which is loaded only then. Null without `ANALYTICS_URL` and `ANALYTICS_PROJECT_KEY`. */
export async function createPostHogClient(
  settings: Settings,
  log: Logger,
  onRequest: OnFlagRequest,
): Promise<FlagProvider | null> {
  const { ANALYTICS_URL: url, ANALYTICS_PROJECT_KEY: projectKey, ANALYTICS_FLAGS_KEY: flagsKey } = settings;
  if (url === undefined || projectKey === undefined) return null;
  const cacheMs = settings.FEATURE_FLAG_CACHE_SECONDS * 1_000;
  const evaluatesLocally = flagsKey !== undefined;
  let lastResponseAt = 0;
  const requestFlags: Fetch = async (address, options) => {
    const response = await tracedFetch(new URL(address).pathname, address, options);
    const checked = response.ok ? await dropInvalidFlags(response) : response;
    const hasFlags = response.ok || response.status === 304;
    if (hasFlags) lastResponseAt = Date.now();
    onRequest(hasFlags ? 'succeeded' : 'failed');
    return checked;
  };
  const fetch: Fetch = (address, options) =>
    requestFlags(address, options).catch((error: unknown) => {
      onRequest('failed');
      throw error;
    });
  const posthog = await import('posthog-node');
  const client = new posthog.PostHog(projectKey, {
    host: url,
    ...(evaluatesLocally && { secretKey: flagsKey, featureFlagsPollingInterval: cacheMs }),
    strictLocalEvaluation: evaluatesLocally,
    sendFeatureFlagEvent: false,
    requestTimeout: 5_000,
    featureFlagsRequestTimeoutMs: timeoutMs,
    featureFlagsRequestMaxRetries: 0,
    fetch,
  });
  client.on('error', (err: unknown) => log.warn({ err }, 'could not load feature flags from PostHog'));

  const evaluate = async ({ id, email, emailVerified }: User, names: readonly FeatureFlag[]) => {
    // Email addresses are not sent to PostHog. An unverified address is not used, because it can be someone else's.
    const properties = evaluatesLocally && emailVerified ? { email } : {};
    const flags = await client.evaluateFlags(id, { personProperties: properties, flagKeys: [...names] });
    if (Date.now() - lastResponseAt > staleAfterMs(cacheMs)) throw new AppError('PostHog has not responded recently.');
    return new Set(names.filter((name) => flags.isEnabled(name)));
  };
  return {
    getEnabledFlags: (user, names) =>
      withTimeout(evaluate(user, names), timeoutMs, () => new AppError('PostHog timed out.')),
    close: () => client.shutdown(timeoutMs),
  };
}

const Condition = z.looseObject({
  properties: z.nullish(z.array(z.looseObject({ key: z.string() }))),
  rollout_percentage: z.nullish(z.number()),
});
const Definition = z.looseObject({
  key: z.string(),
  active: z.boolean(),
  filters: z.looseObject({ groups: z.nullish(z.array(Condition)) }),
});
const Evaluation = z.looseObject({ enabled: z.boolean() });

const Flags = z.looseObject({
  flags: z.optional(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])),
});

const isValid = (schema: z.ZodMiniType) => (value: unknown) => schema.safeParse(value).success;

/**
 * Removes malformed flags from a response of PostHog. The client would guess their meaning, and could turn a flag on; an unknown
 * flag is off.
 */
async function dropInvalidFlags(response: Response): Promise<Response> {
  const { flags, ...rest } = Flags.parse(await response.json());
  const valid = Array.isArray(flags)
    ? flags.filter(isValid(Definition))
    : flags && Object.fromEntries(Object.entries(flags).filter(([, evaluation]) => isValid(Evaluation)(evaluation)));
  const { status, headers } = response;
  return new Response(JSON.stringify({ ...rest, ...(valid && { flags: valid }) }), { status, headers });
}
