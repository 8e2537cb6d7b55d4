import { calls, type Call } from '@portal/contract';
import { safeParse, prettifyError, type $ZodType } from 'zod/v4/core';
import * as z from 'zod/mini';
import { quick } from '../src/http/quick-schema.ts';

const Person = z.object({
  name: z.string().check(z.minLength(1)),
  nickname: z.nullable(z.object({ short: z.string() })),
  age: z.optional(z.number()),
  tags: z.array(z.object({ tag: z.enum(['one', 'two']) })),
});
const ada = { name: 'Ada', nickname: { short: 'A' }, tags: [{ tag: 'one' }] };

const verdict = (schema: $ZodType, value: unknown) => {
  const parsed = safeParse(schema, value);
  return parsed.success ? { data: parsed.data } : { refusal: prettifyError(parsed.error) };
};

it.each([
  ['what fits', ada],
  [
    'what is left out',
    { ...ada, secret: 's', nickname: { short: 'A', secret: 's' }, tags: [{ tag: 'one', secret: 's' }] },
  ],
  ['what may be null', { ...ada, nickname: null }],
  ['a missing field', { name: 'Ada', tags: [] }],
  ['a missing field of a field', { ...ada, nickname: {} }],
  ['a wrong field of a row', { ...ada, tags: [{ tag: 'one' }, { tag: 'three' }] }],
  ['a rule of a field', { ...ada, name: '' }],
  ['several faults', { name: 7, nickname: 'A', age: '1', tags: {} }],
  ['nothing', undefined],
])('judges %s as the schema itself does', (_, value) => {
  expect(verdict(quick(Person), value)).toEqual(verdict(Person, value));
});

it('has a function written for what the calls answer', () => {
  const { result } = calls['listWorkspaces'] as Call & { result: $ZodType };
  expect(quick(result)).not.toBe(result);
  expect(quick(result)).toBe(quick(result));
});
