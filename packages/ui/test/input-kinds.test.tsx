import { jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { InputField, NumberField, PasswordHint, problemOf, useFieldCheck } from '../src/index.ts';
import type { FieldRules, InputFieldProps, NumberFieldProps } from '../src/index.ts';
import { findFaults } from './find-faults.ts';

type Checked<Props> = Props & { rules?: FieldRules; onValue?: (value: unknown) => void };

function TextOf({ rules, onValue, ...props }: Checked<InputFieldProps>) {
  const [value, setValue] = useState<string | null>(props.value ?? null);
  const check = useFieldCheck(props.kind ?? 'text', value, rules);
  const change = (next: string | null) => {
    setValue(next);
    onValue?.(next);
  };
  return <InputField {...props} {...check} value={value} onChange={change} />;
}

function NumberOf({ rules, onValue, ...props }: Checked<NumberFieldProps>) {
  const [value, setValue] = useState<number | null>(null);
  const check = useFieldCheck(props.kind ?? 'number', value, rules);
  const change = (next: number | null) => {
    setValue(next);
    onValue?.(next);
  };
  return <NumberField {...props} {...check} value={value} onChange={change} />;
}

test('[4.shared-interface-s.3] an error shows only after the field was left', async () => {
  render(<TextOf label="E-mail" kind="email" />);
  await userEvent.type(screen.getByLabelText('E-mail'), 'ada');
  expect(screen.getByLabelText('E-mail')).not.toHaveAttribute('aria-invalid');
  await userEvent.tab();
  expect(screen.getByLabelText('E-mail')).toHaveAttribute('aria-invalid', 'true');
  expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('Invalid email');
  expect(await findFaults()).toEqual([]);
});

test('[5.shared-form-rules.1] a required field has an asterisk and says that it was left blank', async () => {
  render(<TextOf label="Name" rules={{ required: true }} />);
  expect(screen.getByText('*')).toBeInTheDocument();
  await userEvent.type(screen.getByRole('textbox', { name: /Name/ }), '   ');
  await userEvent.tab();
  expect(screen.getByText('This field is required')).toBeInTheDocument();
});

test('what is typed stays as it is until the field is left; its value is normal at any time', async () => {
  const onValue = jest.fn();
  render(<TextOf label="Address" kind="url" onValue={onValue} />);
  await userEvent.type(screen.getByLabelText('Address'), ' example.com ');
  expect(screen.getByLabelText('Address')).toHaveValue(' example.com ');
  expect(onValue).toHaveBeenLastCalledWith('https://example.com');
  await userEvent.tab();
  expect(screen.getByLabelText('Address')).toHaveValue('https://example.com');
});

test('[5.shared-form-rules.11] an emptied field gives null', async () => {
  const onValue = jest.fn();
  render(<TextOf label="Name" value="a" onValue={onValue} />);
  await userEvent.clear(screen.getByLabelText('Name'));
  expect(onValue).toHaveBeenLastCalledWith(null);
});

test('[5.shared-form-rules.9] a date says how it is written and is brought into that form', async () => {
  render(<TextOf label="From" kind="date" />);
  expect(screen.getByLabelText('From')).toHaveAttribute('placeholder', 'YYYY-MM-DD');
  await userEvent.type(screen.getByLabelText('From'), '8/14/2024{Enter}');
  expect(screen.getByLabelText('From')).toHaveValue('2024-08-14');
  expect(await findFaults()).toEqual([]);
});

test.each([{ disabled: true }, { readOnly: true, disabled: false }])(
  'a date that is locked can not be picked: %j',
  (lock) => {
    render(<TextOf label="From" kind="date" value="2024-08-14" {...lock} />);
    expect(screen.getByRole('button')).toBeDisabled();
  },
);

test('[5.shared-form-rules.13] Enter blurs any field and is signalled', async () => {
  const onEnter = jest.fn();
  render(<NumberOf label="Price" kind="money" onEnter={onEnter} />);
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
  render(<NumberOf label="How much" kind={kind} />);
  expect(screen.getByRole('spinbutton')).toHaveAttribute('step', step);
});

test('[5.shared-form-rules.10] e, E, + and a second decimal point can not be typed', async () => {
  const onValue = jest.fn();
  render(<NumberOf label="How much" kind="decimal" onValue={onValue} />);
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
] as const)('[5.shared-form-rules.10] the key %s in a field that holds %j passes: %j', (key, value, passes) => {
  render(<NumberField label="How much" kind="decimal" value={value} />);
  expect(fireEvent.keyDown(screen.getByLabelText('How much'), { key })).toBe(passes);
});

test('[5.shared-form-rules.9] a number is rounded, and zero at least, once it was left', async () => {
  render(<NumberOf label="How many" kind="number" />);
  await userEvent.type(screen.getByLabelText('How many'), '2.6');
  expect(screen.getByLabelText('How many')).toHaveValue(2.6);
  await userEvent.tab();
  expect(screen.getByLabelText('How many')).toHaveValue(3);
  await userEvent.clear(screen.getByLabelText('How many'));
  await userEvent.type(screen.getByLabelText('How many'), '-3{Enter}');
  expect(screen.getByLabelText('How many')).toHaveValue(0);
});

test('[5.shared-form-rules.12] the hint of a new password tells which rules it meets', async () => {
  function Password() {
    const [password, setPassword] = useState<string | null>(null);
    const hint = <PasswordHint password={password} />;
    return <InputField label="Password" kind="password" value={password} onChange={setPassword} hint={hint} />;
  }
  render(<Password />);
  expect(screen.getAllByRole('img', { name: 'Missing' })).toHaveLength(4);
  await userEvent.type(screen.getByLabelText('Password'), 'aB1');
  expect(screen.getAllByRole('img', { name: 'There is' })).toHaveLength(3);
  expect(screen.getByRole('img', { name: 'Missing' }).parentElement).toHaveTextContent('a special character');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
});

// @covers 5.shared-form-rules.14
test('a form takes a field as it takes any other', async () => {
  const onSubmit = jest.fn();
  interface Values {
    price: number | null;
    email: string | null;
  }
  function Form() {
    const form = useForm<Values>({ mode: 'onTouched', defaultValues: { price: null, email: null } });
    const checks = { validate: (email: string | null) => problemOf('email', email, { required: true }) };
    return (
      <form onSubmit={(event) => void form.handleSubmit((values) => onSubmit(values))(event)}>
        <Controller
          control={form.control}
          name="email"
          rules={checks}
          render={({ field, fieldState }) => (
            <InputField {...field} label="E-mail" kind="email" error={fieldState.error?.message} />
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
  expect(screen.getByLabelText('E-mail')).toHaveFocus();
  expect(screen.getByLabelText('E-mail')).toHaveAccessibleDescription('This field is required');
  await userEvent.type(screen.getByLabelText('E-mail'), ' Ada@Example.com');
  await userEvent.type(screen.getByLabelText('Price'), '9.90');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSubmit).toHaveBeenCalledWith({ email: 'ada@example.com', price: 9.9 });
});

test('an amount shows its two places, and more where there are more', () => {
  const { rerender } = render(<NumberField label="Price" kind="money" value={12.5} />);
  expect(screen.getByLabelText('Price')).toHaveDisplayValue('12.50');
  rerender(<NumberField label="Price" kind="money" value={0.125} />);
  expect(screen.getByLabelText('Price')).toHaveDisplayValue('0.125');
});
