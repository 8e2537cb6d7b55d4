import { validationMessages } from '@portal/contract';
import { fieldMessages, validateField } from '../src/extra/index.ts';

test.each([
  ['text', null],
  ['text', ''],
  ['textarea', ' \n '],
  ['money', null],
  ['radio', undefined],
  ['dropdown', null],
  ['multi-checkbox', []],
] as const)('[5.shared-form-rules.1] a required field of kind %s must not be blank: %j', (kind, value) => {
  expect(validateField(kind, value, { required: true })).toBe('This field is required');
  expect(validateField(kind, value, { required: true, requiredMessage: 'Say who' })).toBe('Say who');
  expect(validateField(kind, value)).toBeUndefined();
});

test('[5.shared-form-rules.1] zero is not blank', () => {
  expect(validateField('number', 0, { required: true })).toBeUndefined();
});

test('[5.shared-form-rules.2] a required checkbox must be checked', () => {
  expect(validateField('checkbox', false, { required: true })).toBe('This field is required');
  expect(validateField('checkbox', true, { required: true })).toBeUndefined();
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
  ['date', 'soon', false],
] as const)(
  '[5.shared-form-rules.3] [5.shared-form-rules.4] [5.shared-form-rules.5] %s %j: %j',
  (kind, value, isValid) => {
    const message = { url: 'Invalid URL', email: 'Invalid email', 'time-string': 'Invalid time string' };
    expect(validateField(kind, value)).toBe(isValid ? undefined : { date: 'This field is invalid', ...message }[kind]);
  },
);

test('[5.shared-form-rules.6] a text must match the pattern', () => {
  const globalPattern = /\d/g;
  expect(validateField('text', 'ada', { pattern: /^\d+$/ })).toBe('This field is invalid');
  expect(validateField('text', 'ada', { pattern: /^\d+$/, patternMessage: 'Digits only' })).toBe('Digits only');
  // A global pattern keeps its lastIndex, which must not make every other call fail.
  expect([1, 2].map(() => validateField('text', '7', { pattern: globalPattern }))).toEqual([undefined, undefined]);
});

test('[5.shared-form-rules.7] a text must have the minimum length', () => {
  expect(validateField('password', 'short', { minLength: 8 })).toBe(
    'Your password must be at least 8 characters long.',
  );
  expect(validateField('text', 'short', { minLength: 8 })).toBe('Your input must be at least 8 characters long.');
  expect(validateField('text', 'long enough', { minLength: 8 })).toBeUndefined();
});

test('[5.shared-form-rules.8] a text must not exceed the maximum length', () => {
  expect(validateField('password', '123456', { maxLength: 5 })).toBe(
    'Your password cannot be more than 5 characters long.',
  );
  expect(validateField('textarea', '123456', { maxLength: 5 })).toBe(
    'Your input cannot be more than 5 characters long.',
  );
  expect(validateField('text', '12345', { maxLength: 5 })).toBeUndefined();
});

test.each(['alllower1!', 'ALLUPPER1!', 'NoDigits!', 'NoSpecial1'])(
  '[5.shared-form-rules.12] a new password that breaks a rule is rejected: %s',
  (password) => {
    expect(validateField('password', password, { newPassword: true })).toBe('This field is invalid');
    expect(validateField('password', password)).toBeUndefined();
  },
);

test('[5.shared-form-rules.12] a new password that meets all four rules is accepted', () => {
  expect(validateField('password', 'Correct-horse-1', { newPassword: true })).toBeUndefined();
});

test('fields and the schemas of the contract have the same messages', () => {
  const { tooLong, tooShort: _onlyInForms, ...sentences } = fieldMessages;
  expect(validationMessages).toMatchObject(sentences);
  expect(validationMessages.tooLong(7)).toBe(tooLong(7));
});

test.each(['2023-02-29', '2027-02-31', '2027-13-01'])('[5.shared-form-rules.3] the day %s does not exist', (day) => {
  expect(validateField('date', day)).toBe('This day does not exist');
});
