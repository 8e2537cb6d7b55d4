import fc from 'fast-check';

const edgeCaseStrings = [
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

const edgeCase = fc.constantFrom<unknown>(
  ...edgeCaseStrings,
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

/** Any JSON value; edge cases are far more frequent than in random data. */
export const fuzzValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: edgeCase },
  { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

const unexpectedNames = ['__proto__', 'constructor', 'prototype', 'requestUlid', 'id', 'role', 'toString'];

/** A body with the fields of a call, each valid, random or missing, and with unexpected fields. */
export function fuzzBody(valid: Record<string, unknown>): fc.Arbitrary<string> {
  const own = Object.entries(valid).map(
    ([name, value]) => [name, fc.oneof(fc.constant(value), fuzzValue, fuzzValue)] as const,
  );
  const fields = fc.record(Object.fromEntries(own), { requiredKeys: [] });
  const unexpected = fc.dictionary(fc.constantFrom(...unexpectedNames), fuzzValue, { maxKeys: 2 });
  const object = fc.tuple(fields, unexpected).map(([some, more]) => JSON.stringify({ ...some, ...more }));
  return fc.oneof(
    { weight: 8, arbitrary: object },
    { weight: 1, arbitrary: fuzzValue.map(toJson) },
    { weight: 1, arbitrary: malformedBody },
  );
}

const toJson = (value: unknown) => JSON.stringify(value);

/** Deep nesting, duplicate keys, truncated documents and the like. */
const malformedBody = fc.constantFrom(
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

/** A path segment or a query value from an attacker. */
export const fuzzText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...edgeCaseStrings.map((text) => text.slice(0, 200))),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

/** Percent-encodes a text. The buffer replaces lone surrogates, which cannot be encoded, as browsers do. */
export const encodedForUrl = (text: string) => encodeURIComponent(Buffer.from(text).toString());

/** A query with the fields of a call, each valid, random or missing, and sometimes with unexpected parameters. */
export function fuzzQuery(valid: Record<string, string>): fc.Arbitrary<string> {
  const own = Object.entries(valid).map(
    ([name, value]) => [name, fc.oneof(fc.constant(value), fuzzText, fuzzText)] as const,
  );
  const fields = fc.record(Object.fromEntries(own), { requiredKeys: [] });
  const [first = 'x'] = Object.keys(valid);
  const unexpected = fc.constantFrom(
    '',
    '',
    '&state[a]=1',
    `&${first}=1&${first}=2`,
    '&__proto__=x',
    '&=&&',
    '&%',
    '&%00=',
  );
  return fc.tuple(fields, unexpected).map(
    ([some, more]) =>
      Object.entries(some)
        .map(([name, text]) => `${name}=${encodedForUrl(String(text))}`)
        .join('&') + more,
  );
}
