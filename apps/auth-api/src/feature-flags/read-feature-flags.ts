import { FeatureFlags, featureFlagNames } from '@portal/contract';
import type { User } from '../generated/prisma/client.ts';
import type { Settings } from '../settings.ts';
import type { FlagRule } from '../settings/flag-rules.ts';

export interface FeatureFlagReader {
  /** Never fails: a flag that can't be read is off. */
  read(user: User): FeatureFlags;
}

export function openFeatureFlags({ FEATURE_FLAGS: rules }: Settings): FeatureFlagReader {
  return {
    read: (user) => {
      const flags = featureFlagNames.map((name) => [name, isOnFor(user, rules[name] ?? ['off'])] as const);
      return FeatureFlags.parse(Object.fromEntries(flags));
    },
  };
}

/** An address counts once it is verified: anybody can claim to have another's. */
function isOnFor({ email, emailVerified }: User, rule: FlagRule): boolean {
  const domain = email.slice(email.lastIndexOf('@'));
  return rule.includes('on') || (emailVerified && (rule.includes(email) || rule.includes(domain)));
}
