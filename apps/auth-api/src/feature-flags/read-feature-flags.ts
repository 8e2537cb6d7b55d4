import { FeatureFlags, featureFlagNames, type FeatureFlag } from '@portal/contract';
import type { Logger } from 'pino';
import type { User } from '../generated/prisma/client.ts';
import { openFlagHost, type FlagHost } from '../providers/flag-host.ts';
import type { Settings } from '../settings.ts';
import type { FlagRule } from '../settings/flag-rules.ts';
import { Memory } from './memory.ts';

export interface FeatureFlagReader {
  /** Never fails: a flag that can’t be read is off. */
  read(user: User): Promise<FeatureFlags>;
  close(): Promise<void>;
}

const none: ReadonlySet<FeatureFlag> = new Set();

/** What the operator set counts; the analytics host is asked for the rest. */
export async function openFeatureFlags(settings: Settings, log: Logger): Promise<FeatureFlagReader> {
  const rules = settings.FEATURE_FLAGS;
  const left = featureFlagNames.filter((name) => rules[name] === undefined);
  const host = left.length > 0 ? await openFlagHost(settings, log) : null;
  const memory = new Memory<ReadonlySet<FeatureFlag>>(settings.ANALYTICS_FLAGS_SECONDS * 1_000);

  const ask = async (from: FlagHost, user: User) => {
    try {
      return await from.flagsOf(user, left);
    } catch (err) {
      log.warn({ err }, 'the feature flags of the analytics host are taken for off');
      throw err;
    }
  };
  const atHost = (user: User) => {
    if (!host) return none;
    const key = [user.id, user.email, user.emailVerified].join(' ');
    return memory.of(key, () => ask(host, user)).catch(() => none);
  };
  return {
    async read(user) {
      const on = await atHost(user);
      const flags = featureFlagNames.map((name) => {
        const rule = rules[name];
        return [name, rule ? isOnFor(user, rule) : on.has(name)] as const;
      });
      return FeatureFlags.parse(Object.fromEntries(flags));
    },
    async close() {
      await host?.close();
    },
  };
}

/** An address counts once it is verified: anybody can claim to have another’s. */
function isOnFor({ email, emailVerified }: User, rule: FlagRule): boolean {
  const domain = email.slice(email.lastIndexOf('@'));
  return rule.includes('on') || (emailVerified && (rule.includes(email) || rule.includes(domain)));
}
