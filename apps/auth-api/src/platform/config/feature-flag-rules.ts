import { featureFlagNames } from '@portal/contract';
import * as z from 'zod/mini';

/** Who a flag is on for: `on`, `off`, or email addresses and domains; a domain starts with `@`. */
export type FeatureFlagRule = readonly string[];

const Rule = z.union([
  z.tuple([z.enum(['on', 'off'])]),
  z.array(z.string().check(z.regex(/^[^\s@]*@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/))).check(z.minLength(1)),
]);

const splitTrimmed = (text: string, separator: string) => text.split(separator).map((part) => part.trim());

/** Null for an invalid value, which the schema then rejects. */
function parseRules(text: string): unknown {
  const entries = splitTrimmed(text, ';')
    .filter(Boolean)
    .map((entry) => splitTrimmed(entry, '='));
  const hasDuplicates = new Set(entries.map(([name]) => name)).size < entries.length;
  if (hasDuplicates || entries.some((entry) => entry.length !== 2)) return null;
  return Object.fromEntries(entries.map(([name, rule = '']) => [name, splitTrimmed(rule.toLowerCase(), ',')]));
}

export const featureFlagRules = (example: string) => ({
  schema: z.pipe(z.pipe(z.string(), z.transform(parseRules)), z.partialRecord(z.enum(featureFlagNames), Rule)),
  format: `names (${featureFlagNames.map((name) => `\`${name}\``).join(', ')}) with \`on\`, \`off\` or email addresses and domains, e.g. ${example}`,
});
