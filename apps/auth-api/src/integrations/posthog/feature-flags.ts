import { FeatureFlags, featureFlagNames, type FeatureFlag } from '@portal/contract';
import type { Logger } from 'pino';
import type { User } from '../../generated/prisma/client.ts';
import type { FeatureFlagRule } from '../../platform/config/feature-flag-rules.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { TimedCache } from '../../platform/lib/timed-cache.ts';
import { createPostHogClient, type FlagProvider, type OnFlagRequest } from './posthog-client.ts';

export interface FeatureFlagReader {
  /** Never rejects: a flag that cannot be read is off. */
  read(user: User): Promise<FeatureFlags>;
  close(): Promise<void>;
}

const noFlags: ReadonlySet<FeatureFlag> = new Set();

/** Reads the flags that `FEATURE_FLAGS` sets from there, and the others from PostHog. Calls `onRequest` with the outcome of each request. */
export async function createFeatureFlags(
  settings: Settings,
  log: Logger,
  onRequest: OnFlagRequest,
): Promise<FeatureFlagReader> {
  const rules = settings.FEATURE_FLAGS;
  const flagsWithoutRule = featureFlagNames.filter((name) => rules[name] === undefined);
  const provider = flagsWithoutRule.length > 0 ? await createPostHogClient(settings, log, onRequest) : null;
  const cache = new TimedCache<ReadonlySet<FeatureFlag>>(settings.FEATURE_FLAG_CACHE_SECONDS * 1_000);

  const load = async (from: FlagProvider, user: User) => {
    try {
      return await from.getEnabledFlags(user, flagsWithoutRule);
    } catch (err) {
      log.warn({ err }, 'PostHog unreachable, its feature flags are off');
      throw err;
    }
  };
  const readProvider = async (user: User) => {
    if (!provider) return noFlags;
    const key = [user.id, user.email, user.emailVerified].join(' ');
    return cache.get(key, () => load(provider, user)).catch(() => noFlags);
  };
  return {
    async read(user) {
      const enabled = await readProvider(user);
      const flags = featureFlagNames.map((name) => {
        const rule = rules[name];
        return [name, rule ? isEnabledFor(user, rule) : enabled.has(name)] as const;
      });
      return FeatureFlags.parse(Object.fromEntries(flags));
    },
    async close() {
      await provider?.close();
    },
  };
}

/** Only a verified email address matches a rule, because anyone can sign up with any address. */
function isEnabledFor({ email, emailVerified }: User, rule: FeatureFlagRule): boolean {
  const domain = email.slice(email.lastIndexOf('@'));
  return rule.includes('on') || (emailVerified && (rule.includes(email) || rule.includes(domain)));
}
