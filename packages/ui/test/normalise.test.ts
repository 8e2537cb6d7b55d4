import { normaliseText } from '../src/index.ts';
import { normaliseNumber } from '../src/form/normalise.ts';
import type { TextKind } from '../src/index.ts';
import type { NumberKind } from '../src/form/field-kinds.ts';

test.each<[TextKind, string, string | null]>([
  ['text', '  Ada Lovelace ', 'Ada Lovelace'],
  ['textarea', '\n one\n\ntwo \n', 'one\n\ntwo'],
  ['time-string', ' 2 hours ', '2 hours'],
  ['email', '  Ada@Example.COM ', 'ada@example.com'],
  ['tel', '+43 (1) 234-56 ext. 7', '+431234567'],
  ['url', ' example.com/path ', 'https://example.com/path'],
  ['url', 'http://example.com', 'http://example.com'],
  ['url', 'localhost:8080', 'https://localhost:8080'],
  ['url', '//example.com', 'https://example.com'],
  ['date', '2024-8-4', '2024-08-04'],
  ['date', '2024/08/14', '2024-08-14'],
  ['date', '8/14/2024', '2024-08-14'],
  ['date', '2024-08-14T23:30:00Z', '2024-08-14'],
  ['date', '14.8.2024', '2024-08-14'],
  ['date', ' 14. 08. 2024 ', '2024-08-14'],
  ['date', '1.2.2024', '2024-02-01'],
  ['date', '1/2/2024', '2024-01-02'],
  ['date', '14/8/2024', '2024-08-14'],
  ['date', 'Aug 14 2024', '2024-08-14'],
  ['date', 'aug. 14, 2024', '2024-08-14'],
  ['date', 'August 14th, 2024', '2024-08-14'],
  ['date', '14 Aug 2024', '2024-08-14'],
  ['date', '14. August 2024', '2024-08-14'],
  ['date', 'Sept 1 2024', '2024-09-01'],
  ['date', '31.2.2024', '2024-02-31'],
  ['date', '31/02/2027', '2027-02-31'],
  ['date', '31/13/2027', '2027-13-31'],
  ['date', '2027-00-10', '2027-00-10'],
  ['date', 'Foo 14 2024', 'Foo 14 2024'],
  ['date', '14.8.24', '14.8.24'],
  ['date', '8.14.2024', '8.14.2024'],
  ['date', ' soon ', 'soon'],
  ['password', ' keeps its spaces ', ' keeps its spaces '],
])('[5.shared-form-rules.9] %s: %j becomes %j', (kind, typed, expected) => {
  expect(normaliseText(kind, typed)).toBe(expected);
});

test('[5.shared-form-rules.9] a text can be reduced to digits or converted to lower or upper case', () => {
  expect(normaliseText('text', ' 12-34 b5', { digitsOnly: true })).toBe('12345');
  expect(normaliseText('text', ' Ada ', { letterCase: 'lower' })).toBe('ada');
  expect(normaliseText('text', ' Ada ', { letterCase: 'upper' })).toBe('ADA');
});

test('[5.shared-form-rules.3] the default scheme of a URL can be set', () => {
  expect(normaliseText('url', 'example.com')).toBe('https://example.com');
  expect(normaliseText('url', 'example.com', { scheme: 'http://' })).toBe('http://example.com');
});

test.each<[NumberKind, string, number | null]>([
  ['number', '2.5', 3],
  ['number', '-4', 0],
  ['integer', '-4.4', -4],
  ['integer', '-0.2', 0],
  ['decimal', '-1.234', -1.234],
  ['money', '12.50', 12.5],
  ['percent', '0.07', 0.07],
  ['money', '.', null],
  ['decimal', '-', null],
])('[5.shared-form-rules.9] %s: %j becomes %j', (kind, typed, expected) => {
  expect(normaliseNumber(kind, typed)).toBe(expected);
});

const textKinds: TextKind[] = ['text', 'email', 'url', 'tel', 'date', 'password', 'textarea', 'time-string'];
const numberKinds: NumberKind[] = ['number', 'integer', 'decimal', 'money', 'percent'];

test.each(textKinds)('[5.shared-form-rules.11] an empty field of kind %s has the value null', (kind) => {
  expect(normaliseText(kind, '')).toBeNull();
});

test.each(numberKinds)('[5.shared-form-rules.11] an empty field of kind %s has the value null', (kind) => {
  expect(normaliseNumber(kind, '')).toBeNull();
});

test.each(textKinds)('normalising a value of kind %s again does not change it', (kind) => {
  for (const typed of [' Ada ', '+43 1', 'example.com', '8/14/2024', 'Aug 14 2024', '5 m']) {
    const once = normaliseText(kind, typed);
    expect(normaliseText(kind, once ?? '')).toBe(once);
  }
});
