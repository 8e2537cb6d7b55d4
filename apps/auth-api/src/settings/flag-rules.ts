import { featureFlagNames } from '@portal/contract';
import * as z from 'zod/mini';

/** Whom a flag is on for: `on`, `off`, or e-mail addresses and, after an `@`, whole domains. */
export type FlagRule = readonly string[];

const Rule = z.union([
  z.tuple([z.enum(['on', 'off'])]),
  z.array(z.string().check(z.regex(/^[^\s@]*@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/))).check(z.minLength(1)),
]);

const parted = (text: string, by: string) => text.split(by).map((part) => part.trim());

function rulesIn(text: string): unknown {
  const entries = parted(text, ';')
    .filter(Boolean)
    .map((entry) => parted(entry, '='));
  const isOnceEach = new Set(entries.map(([name]) => name)).size === entries.length;
  if (!isOnceEach || entries.some((entry) => entry.length !== 2)) return null;
  return Object.fromEntries(entries.map(([name, rule = '']) => [name, parted(rule.toLowerCase(), ',')]));
}

export const flagRules = (example: string) => ({
  schema: z.pipe(z.pipe(z.string(), z.transform(rulesIn)), z.partialRecord(z.enum(featureFlagNames), Rule)),
  expected: `names (${featureFlagNames.map((name) => `\`${name}\``).join(', ')}) with \`on\`, \`off\` or addresses and domains, such as ${example}`,
});
