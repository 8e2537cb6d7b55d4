import { indexEntries, matchEntries, mergeResults } from '../../../src/app/palette/match-entries.ts';
import type { PaletteEntry } from '../../../src/app/palette/palette-entries.tsx';

const entry = (label: string, rest: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: label,
  kind: 'command',
  label,
  icon: 'search',
  ...rest,
});

const zurich = entry('Zürich', { kind: 'workspace', keywords: 'launch open', isSuggested: true });
const tokens = entry('Zürich › API Tokens', { kind: 'workspace page', keywords: 'credentials' });
const billing = entry('Billing', { keywords: 'invoices card', isSuggested: true });
const billingTests = entry('Billing tests', { kind: 'workspace' });
const index = indexEntries([billing, zurich, tokens, billingTests]);

const labels = (query: string) => matchEntries(index, query).map(({ label }) => label);

test.each([
  ['', ['Billing', 'Zürich']],
  ['zur', ['Zürich', 'Zürich › API Tokens']],
  ['ZURICH', ['Zürich', 'Zürich › API Tokens']],
  ['tokens zurich', ['Zürich › API Tokens']],
  ['zur cred', ['Zürich › API Tokens']],
  ['bill', ['Billing tests', 'Billing']],
  ['invo', ['Billing']],
  ['ill', ['Billing tests', 'Billing']],
  ['  bill  ', ['Billing tests', 'Billing']],
  ['nothing', []],
])('the query %j finds %j', (query, found) => {
  expect(labels(query)).toEqual(found);
});

test('without a query there are at most 50 suggestions, and at most 50 results', () => {
  const many = indexEntries(
    Array.from({ length: 500 }, (_, n) => entry(`Number ${n}`, { kind: 'workspace', isSuggested: true })),
  );
  expect(matchEntries(many, '')).toHaveLength(50);
  expect(matchEntries(many, 'number')).toHaveLength(50);
});

test('rows that are shown keep their places when more results arrive', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((label) => entry(label));
  if (!a || !b || !c || !d) throw new Error('unreachable');
  expect(mergeResults([b, c], [a, b, d, c])).toEqual([b, c, a, d]);
  expect(mergeResults([a, b], [b])).toEqual([b]);
});
