import { jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { InputField } from '../src/index.ts';
import { NumberField, PasswordHint, validateField, useFieldValidation } from '../src/extra/index.ts';
import type { InputFieldProps } from '../src/index.ts';
import type { FieldRules, NumberFieldProps } from '../src/extra/index.ts';
import { findA11yViolations } from './find-a11y-violations.ts';

type Checked<Props> = Props & { rules?: FieldRules; onValue?: (value: unknown) => void };

function TestInputField({ rules, onValue, ...props }: Checked<InputFieldProps>) {
  const [value, setValue] = useState<string | null>(props.value ?? null);
  const check = useFieldValidation(props.kind ?? 'text', value, rules);
  const change = (next: string | null) => {
    setValue(next);
    onValue?.(next);
  };
  return <InputField {...props} {...check} value={value} onChange={change} />;
}

function TestNumberField({ rules, onValue, ...props }: Checked<NumberFieldProps>) {
  const [value, setValue] = useState<number | null>(null);
  const check = useFieldValidation(props.kind ?? 'number', value, rules);
  const change = (next: number | null) => {
    setValue(next);
    onValue?.(next);
  };
  return <NumberField {...props} {...check} value={value} onChange={change} />;
}

test('[4.shared-interface-s.3] an error shows only after the field was blurred', async () => {
  render(<TestInputField label="Email" kind="email" />);
  await userEvent.type(screen.getByLabelText('Email'), 'ada');
  expect(screen.getByLabelText('Email')).not.toHaveAttribute('aria-invalid');
  await userEvent.tab();
  expect(screen.getByLabelText('Email')).toHaveAttribute('aria-invalid', 'true');
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Invalid email');
  expect(await findA11yViolations()).toEqual([]);
});

test('[5.shared-form-rules.1] a required field has an asterisk and shows an error if it is left blank', async () => {
  render(<TestInputField label="Name" rules={{ required: true }} />);
  expect(screen.getByText('*')).toBeInTheDocument();
  await userEvent.type(screen.getByRole('textbox', { name: /Name/ }), '   ');
  await userEvent.tab();
  expect(screen.getByText('This field is required')).toBeInTheDocument();
});

test('the typed text stays until blur, while the value is always normalised', async () => {
  const onValue = jest.fn();
  render(<TestInputField label="Address" kind="url" onValue={onValue} />);
  await userEvent.type(screen.getByLabelText('Address'), ' example.com ');
  expect(screen.getByLabelText('Address')).toHaveValue(' example.com ');
  expect(onValue).toHaveBeenLastCalledWith('https://example.com');
  await userEvent.tab();
  expect(screen.getByLabelText('Address')).toHaveValue('https://example.com');
});

test('[5.shared-form-rules.11] a cleared field has the value null', async () => {
  const onValue = jest.fn();
  render(<TestInputField label="Name" value="a" onValue={onValue} />);
  await userEvent.clear(screen.getByLabelText('Name'));
  expect(onValue).toHaveBeenLastCalledWith(null);
});

test('[5.shared-form-rules.9] a date field shows its format and normalises the typed date', async () => {
  render(<TestInputField label="From" kind="date" />);
  expect(screen.getByLabelText('From')).toHaveAttribute('placeholder', 'YYYY-MM-DD');
  await userEvent.type(screen.getByLabelText('From'), '8/14/2024{Enter}');
  expect(screen.getByLabelText('From')).toHaveValue('2024-08-14');
  expect(await findA11yViolations()).toEqual([]);
});

test.each([
  ['05/06/2027', 'May 6, 2027'],
  ['5.6.2027', 'June 5, 2027'],
  ['25/06/2027', 'June 25, 2027'],
  ['2027-12-31', 'December 31, 2027'],
])('a date field says in words which day it understands by %s, also to screen readers', async (typed, day) => {
  render(<TestInputField label="From" kind="date" hint="The first day" />);
  const field = screen.getByLabelText('From');
  expect(field).toHaveAccessibleDescription('The first day');
  await userEvent.type(field, typed);
  const words = screen.getByText(day);
  expect(words).toBeVisible();
  expect(words.closest('[aria-live=polite]')).not.toBeNull();
  expect(field).toHaveAccessibleDescription(`${day} The first day`);
  await userEvent.tab();
  expect(words).toBeVisible();
  expect(await findA11yViolations()).toEqual([]);
});

test('a date field names no day for an incomplete date, or one that does not exist', async () => {
  render(<TestInputField label="From" kind="date" hint="The first day" />);
  for (const typed of ['05/06/20', '2027-02-29', 'soon']) {
    await userEvent.clear(screen.getByLabelText('From'));
    await userEvent.type(screen.getByLabelText('From'), typed);
    expect(screen.getByLabelText('From')).toHaveAccessibleDescription('The first day');
  }
});

test.each([{ disabled: true }, { readOnly: true, disabled: false }])(
  'a disabled or read-only date field has no date picker: %j',
  (lock) => {
    render(<TestInputField label="From" kind="date" value="2024-08-14" {...lock} />);
    expect(screen.getByRole('button')).toBeDisabled();
  },
);

test('[5.shared-form-rules.13] Enter blurs a number field and calls onEnter', async () => {
  const onEnter = jest.fn();
  render(<TestNumberField label="Price" kind="money" onEnter={onEnter} />);
  await userEvent.type(screen.getByLabelText('Price'), '12.5{Enter}');
  expect(screen.getByLabelText('Price')).not.toHaveFocus();
  expect(onEnter).toHaveBeenCalledTimes(1);
});

test.each([
  ['number', '1'],
  ['integer', '1'],
  ['decimal', '0.01'],
  ['money', '0.01'],
  ['percent', '0.01'],
] as const)('[5.shared-form-rules.10] a field of kind %s steps by %s', (kind, step) => {
  render(<TestNumberField label="How much" kind={kind} />);
  expect(screen.getByRole('spinbutton')).toHaveAttribute('step', step);
});

test('[5.shared-form-rules.10] e, E, + and a second decimal point cannot be typed', async () => {
  const onValue = jest.fn();
  render(<TestNumberField label="How much" kind="decimal" onValue={onValue} />);
  await userEvent.type(screen.getByLabelText('How much'), '+1e2E.3.4');
  expect(screen.getByLabelText('How much')).toHaveValue(12.34);
  expect(onValue).toHaveBeenLastCalledWith(12.34);
});

test.each([
  ['e', 12, false],
  ['E', 12, false],
  ['+', null, false],
  ['.', 12.3, false],
  ['.', 12, true],
  ['-', null, true],
  ['5', 12.3, true],
] as const)(
  '[5.shared-form-rules.10] the key %s in a field with the value %j is accepted: %j',
  (key, value, passes) => {
    render(<NumberField label="How much" kind="decimal" value={value} />);
    expect(fireEvent.keyDown(screen.getByLabelText('How much'), { key })).toBe(passes);
  },
);

test('[5.shared-form-rules.9] a number is rounded and at least 0 after blur', async () => {
  render(<TestNumberField label="How many" kind="number" />);
  await userEvent.type(screen.getByLabelText('How many'), '2.6');
  expect(screen.getByLabelText('How many')).toHaveValue(2.6);
  await userEvent.tab();
  expect(screen.getByLabelText('How many')).toHaveValue(3);
  await userEvent.clear(screen.getByLabelText('How many'));
  await userEvent.type(screen.getByLabelText('How many'), '-3{Enter}');
  expect(screen.getByLabelText('How many')).toHaveValue(0);
});

test('[5.shared-form-rules.12] the password hint shows which rules are met', async () => {
  function Password() {
    const [password, setPassword] = useState<string | null>(null);
    const hint = <PasswordHint password={password} />;
    return <InputField label="Password" kind="password" value={password} onChange={setPassword} hint={hint} />;
  }
  render(<Password />);
  expect(screen.getAllByRole('img', { name: 'Missing' })).toHaveLength(4);
  await userEvent.type(screen.getByLabelText('Password'), 'aB1');
  expect(screen.getAllByRole('img', { name: 'Met' })).toHaveLength(3);
  expect(screen.getByRole('img', { name: 'Missing' }).parentElement).toHaveTextContent('a special character');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
});

// @covers 5.shared-form-rules.14
test('the fields work with react-hook-form', async () => {
  const onSubmit = jest.fn();
  interface Values {
    price: number | null;
    email: string | null;
  }
  function Form() {
    const form = useForm<Values>({ mode: 'onTouched', defaultValues: { price: null, email: null } });
    const checks = { validate: (email: string | null) => validateField('email', email, { required: true }) };
    return (
      <form onSubmit={(event) => void form.handleSubmit((values) => onSubmit(values))(event)}>
        <Controller
          control={form.control}
          name="email"
          rules={checks}
          render={({ field, fieldState }) => (
            <InputField {...field} label="Email" kind="email" error={fieldState.error?.message} />
          )}
        />
        <Controller
          control={form.control}
          name="price"
          render={({ field }) => <NumberField {...field} label="Price" kind="money" />}
        />
        <button type="submit">Save</button>
      </form>
    );
  }
  render(<Form />);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('This field is required');
  await userEvent.type(screen.getByLabelText('Email'), ' Ada@Example.com');
  await userEvent.type(screen.getByLabelText('Price'), '9.90');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSubmit).toHaveBeenCalledWith({ email: 'ada@example.com', price: 9.9 });
});

test('money shows two decimals, or more if there are more', () => {
  const { rerender } = render(<NumberField label="Price" kind="money" value={12.5} />);
  expect(screen.getByLabelText('Price')).toHaveDisplayValue('12.50');
  rerender(<NumberField label="Price" kind="money" value={0.125} />);
  expect(screen.getByLabelText('Price')).toHaveDisplayValue('0.125');
});
