import { join } from 'node:path';
import { featureFlagNames, type FeatureFlag } from '@portal/contract';
import * as z from 'zod';
import { Journal } from '../emulator/journal.ts';

/** Who a flag is on for. `users` lists emails, and domains that start with `@`. */
export const FlagRule = z.strictObject({
  mode: z.enum(['off', 'everyone', 'users']),
  users: z.array(z.string().regex(/^[^\s@]*@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/, 'must be an email or @domain')),
});
export type FlagRule = z.infer<typeof FlagRule>;

const defaultRules: Readonly<Record<FeatureFlag, FlagRule>> = {
  auth_portal_admin_page: { mode: 'users', users: ['@systeminit.com'] },
  'approvals-opt-in-out': { mode: 'off', users: [] },
};

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&');

/** The project's flags, persisted in a journal. */
export class Flags {
  readonly #rules: Journal<FlagRule>;

  constructor(folder: string) {
    this.#rules = new Journal(join(folder, 'flags.jsonl'), FlagRule);
  }

  rule(name: FeatureFlag): FlagRule {
    return this.#rules.get(name) ?? defaultRules[name];
  }

  set(name: FeatureFlag, rule: FlagRule): void {
    this.#rules.set(name, rule);
  }

  isOn(name: FeatureFlag, email: string | undefined): boolean {
    const { mode, users } = this.rule(name);
    if (mode !== 'users') return mode === 'everyone';
    const address = email?.toLowerCase() ?? '';
    return users.includes(address) || users.includes(address.slice(address.lastIndexOf('@')));
  }

  /** PostHog's flag definitions: groups of conditions on person properties, of which one group must match. */
  definitions(): object[] {
    return featureFlagNames.map((name, index) => ({
      id: index + 1,
      key: name,
      name,
      active: true,
      deleted: false,
      ensure_experience_continuity: false,
      experiment_set: [],
      rollout_percentage: null,
      filters: { groups: toConditionGroups(this.rule(name)), payloads: {}, multivariate: null },
    }));
  }
}

function toConditionGroups({ mode, users }: FlagRule): object[] {
  if (mode !== 'users') return [{ properties: [], rollout_percentage: mode === 'everyone' ? 100 : 0 }];
  return users.map((emailOrDomain) => {
    const property = emailOrDomain.startsWith('@')
      ? { operator: 'regex', value: `^[^@]+${escapeRegExp(emailOrDomain)}$` }
      : { operator: 'exact', value: [emailOrDomain] };
    return { properties: [{ key: 'email', type: 'person', ...property }], rollout_percentage: 100 };
  });
}
