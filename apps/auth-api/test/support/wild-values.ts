import fc from 'fast-check';

const oddStrings = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  '<script>alert(1)</script>',
  "'; DROP TABLE users; --",
  '${7*7}{{7*7}}',
  '../../etc/passwd',
  '%00',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '1e999',
  '💥'.repeat(50),
  'ﷺ'.repeat(200),
  'x'.repeat(20_000),
  '2024-02-30',
  'https://a/\u0000',
  'javascript:alert(1)',
];

const odd = fc.constantFrom<unknown>(
  ...oddStrings,
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [[]],
  { toString: 'x' },
  { $ne: null },
);

/** Any value that JSON can hold, the troublesome ones far more often than chance would bring them. */
export const wildValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: odd },
  { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

const poisoned = ['__proto__', 'constructor', 'prototype', 'requestUlid', 'id', 'role', 'toString'];

/** A body that has some of the call's own fields, right, wild or missing, and some that nobody asked for. */
export function wildBody(valid: Record<string, unknown>): fc.Arbitrary<string> {
  const own = Object.entries(valid).map(
    ([name, value]) => [name, fc.oneof(fc.constant(value), wildValue, wildValue)] as const,
  );
  const fields = fc.record(Object.fromEntries(own), { requiredKeys: [] });
  const surplus = fc.dictionary(fc.constantFrom(...poisoned), wildValue, { maxKeys: 2 });
  const object = fc.tuple(fields, surplus).map(([some, more]) => JSON.stringify({ ...some, ...more }));
  return fc.oneof(
    { weight: 8, arbitrary: object },
    { weight: 1, arbitrary: wildValue.map(jsonOf) },
    { weight: 1, arbitrary: broken },
  );
}

const jsonOf = (value: unknown) => JSON.stringify(value);

/** What no well-meaning client sends: nesting without end, keys twice, half a document. */
const broken = fc.constantFrom(
  '['.repeat(40_000) + ']'.repeat(40_000),
  '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000),
  '{"displayName":"a","displayName":"b"}',
  '{"__proto__":{"isAdmin":true}}',
  '{"displayName":"a"',
  '\ufeff{}',
  'undefined',
  '"\\ud800"',
  '{"a":1e99999}',
);

/** A piece of a path or of a query, as somebody would type it who means no good. */
export const wildText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...oddStrings.map((text) => text.slice(0, 200))),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** As it stands in an address. A lone surrogate has no place there; browsers replace it. */
export const encoded = (text: string) => encodeURIComponent(Buffer.from(text).toString());

/** A query with each of a call's own fields right, wild or missing, and at times with what nobody asked for. */
export function wildQuery(valid: Record<string, string>): fc.Arbitrary<string> {
  const own = Object.entries(valid).map(
    ([name, value]) => [name, fc.oneof(fc.constant(value), wildText, wildText)] as const,
  );
  const fields = fc.record(Object.fromEntries(own), { requiredKeys: [] });
  const [first = 'x'] = Object.keys(valid);
  const surplus = fc.constantFrom(
    '',
    '',
    '&state[a]=1',
    `&${first}=1&${first}=2`,
    '&__proto__=x',
    '&=&&',
    '&%',
    '&%00=',
  );
  return fc.tuple(fields, surplus).map(
    ([some, more]) =>
      Object.entries(some)
        .map(([name, text]) => `${name}=${encoded(String(text))}`)
        .join('&') + more,
  );
}
