import { join } from 'node:path';
import { featureFlagNames, type FeatureFlag } from '@portal/contract';
import * as z from 'zod';
import { Journal } from '../stand-in/journal.ts';

/** Whom a flag is on for; of people, by addresses and, after an `@`, by domains. */
export const FlagRule = z.strictObject({
  mode: z.enum(['off', 'everyone', 'people']),
  people: z.array(z.string().regex(/^[^\s@]*@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/, 'must be an address or @domain')),
});
export type FlagRule = z.infer<typeof FlagRule>;

const first: Readonly<Record<FeatureFlag, FlagRule>> = {
  auth_portal_admin_page: { mode: 'people', people: ['@systeminit.com'] },
  'approvals-opt-in-out': { mode: 'off', people: [] },
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&');

/** The flags of the project, kept in a journal. */
export class Flags {
  readonly #rules: Journal<FlagRule>;

  constructor(folder: string) {
    this.#rules = new Journal(join(folder, 'flags.jsonl'), FlagRule);
  }

  rule(name: FeatureFlag): FlagRule {
    return this.#rules.get(name) ?? first[name];
  }

  set(name: FeatureFlag, rule: FlagRule): void {
    this.#rules.set(name, rule);
  }

  isOn(name: FeatureFlag, email: string | undefined): boolean {
    const { mode, people } = this.rule(name);
    if (mode !== 'people') return mode === 'everyone';
    const address = email?.toLowerCase() ?? '';
    return people.includes(address) || people.includes(address.slice(address.lastIndexOf('@')));
  }

  /** As PostHog defines flags: conditions of which one has to hold, each upon properties of the person. */
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
      filters: { groups: groupsOf(this.rule(name)), payloads: {}, multivariate: null },
    }));
  }
}

function groupsOf({ mode, people }: FlagRule): object[] {
  if (mode !== 'people') return [{ properties: [], rollout_percentage: mode === 'everyone' ? 100 : 0 }];
  return people.map((each) => {
    const property = each.startsWith('@')
      ? { operator: 'regex', value: `^[^@]+${escaped(each)}$` }
      : { operator: 'exact', value: [each] };
    return { properties: [{ key: 'email', type: 'person', ...property }], rollout_percentage: 100 };
  });
}
