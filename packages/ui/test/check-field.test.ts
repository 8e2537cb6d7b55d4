import { messages } from '@portal/contract';
import { fieldMessages, problemOf } from '../src/index.ts';

test.each([
  ['text', null],
  ['text', ''],
  ['textarea', ' \n '],
  ['money', null],
  ['radio', undefined],
  ['dropdown', null],
  ['multi-checkbox', []],
] as const)('[5.shared-form-rules.1] a required field of kind %s is not left blank: %j', (kind, value) => {
  expect(problemOf(kind, value, { required: true })).toBe('This field is required');
  expect(problemOf(kind, value, { required: true, requiredMessage: 'Say who' })).toBe('Say who');
  expect(problemOf(kind, value)).toBeUndefined();
});

test('[5.shared-form-rules.1] a zero is not blank', () => {
  expect(problemOf('number', 0, { required: true })).toBeUndefined();
});

test('[5.shared-form-rules.2] a required checkbox must be checked', () => {
  expect(problemOf('checkbox', false, { required: true })).toBe('This field is required');
  expect(problemOf('checkbox', true, { required: true })).toBeUndefined();
});

test.each([
  ['url', 'https://example.com/a?b', true],
  ['url', 'http://localhost:8080', true],
  ['url', 'https://', false],
  ['url', 'https://two words.com', false],
  ['url', 'ftp://example.com', false],
  ['email', 'ada@example.com', true],
  ['email', 'ada@example', false],
  ['email', 'ada@@example.com', false],
  ['time-string', '5m', true],
  ['time-string', '2 hours', true],
  ['time-string', '1.5h', true],
  ['time-string', '5', false],
  ['time-string', '0m', false],
  ['time-string', '0.0 h', false],
  ['time-string', '-5m', false],
  ['time-string', 'soon', false],
  ['date', '2024-02-29', true],
  ['date', '2023-02-29', false],
  ['date', 'soon', false],
] as const)(
  '[5.shared-form-rules.3] [5.shared-form-rules.4] [5.shared-form-rules.5] %s %j: %j',
  (kind, value, fits) => {
    const message = { url: 'Invalid URL', email: 'Invalid email', 'time-string': 'Invalid time string' };
    expect(problemOf(kind, value)).toBe(fits ? undefined : { date: 'This field is invalid', ...message }[kind]);
  },
);

test('[5.shared-form-rules.6] a text that does not fit its pattern', () => {
  const everywhere = /\d/g;
  expect(problemOf('text', 'ada', { pattern: /^\d+$/ })).toBe('This field is invalid');
  expect(problemOf('text', 'ada', { pattern: /^\d+$/, patternMessage: 'Digits only' })).toBe('Digits only');
  // A pattern that remembers where it was does not fail every other time.
  expect([1, 2].map(() => problemOf('text', '7', { pattern: everywhere }))).toEqual([undefined, undefined]);
});

test('[5.shared-form-rules.7] a text that is too short', () => {
  expect(problemOf('password', 'short', { minLength: 8 })).toBe('Your password must be at least 8 characters long.');
  expect(problemOf('text', 'short', { minLength: 8 })).toBe('Your input must be at least 8 characters long.');
  expect(problemOf('text', 'long enough', { minLength: 8 })).toBeUndefined();
});

test('[5.shared-form-rules.8] a text that is too long', () => {
  expect(problemOf('password', '123456', { maxLength: 5 })).toBe(
    'Your password cannot be more than 5 characters long.',
  );
  expect(problemOf('textarea', '123456', { maxLength: 5 })).toBe('Your input cannot be more than 5 characters long.');
  expect(problemOf('text', '12345', { maxLength: 5 })).toBeUndefined();
});

test.each(['alllower1!', 'ALLUPPER1!', 'NoDigits!', 'NoSpecial1'])(
  '[5.shared-form-rules.12] a new password is refused that lacks something: %s',
  (password) => {
    expect(problemOf('password', password, { newPassword: true })).toBe('This field is invalid');
    expect(problemOf('password', password)).toBeUndefined();
  },
);

test('[5.shared-form-rules.12] a new password holds all four', () => {
  expect(problemOf('password', 'Correct-horse-1', { newPassword: true })).toBeUndefined();
});

test('fields and schemas say the same of the same mistake', () => {
  const { tooLong, tooShort: _onlyInForms, ...sentences } = fieldMessages;
  expect(messages).toMatchObject(sentences);
  expect(messages.tooLong(7)).toBe(tooLong(7));
});
