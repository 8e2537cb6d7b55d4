import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Checkbox, SaveBar, SelectField, TextArea, TextField } from '../src/index.ts';

function Name({ error, onEnter }: { error?: string; onEnter?: () => void }) {
  const [value, setValue] = useState('');
  return (
    <TextField
      label="Nickname"
      required
      value={value}
      onChange={setValue}
      hint="Shown in the application"
      error={error}
      onEnter={onEnter}
    />
  );
}

test('an input has its label, hint and required state', async () => {
  render(<Name />);
  const input = screen.getByRole('textbox', { name: /Nickname/ });
  expect(input).toHaveAccessibleDescription('Shown in the application');
  expect(input).toBeRequired();
  expect(input).toBeValid();
  await userEvent.type(input, 'ada');
  expect(input).toHaveValue('ada');
});

test('an error replaces the hint', () => {
  render(<Name error="This field is required" />);
  const input = screen.getByRole('textbox', { name: /Nickname/ });
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription('This field is required');
  expect(screen.queryByText('Shown in the application')).not.toBeInTheDocument();
});

// @covers 5.shared-form-rules.13
test('Enter blurs the field and calls onEnter', async () => {
  const onEnter = jest.fn();
  render(<Name onEnter={onEnter} />);
  await userEvent.type(screen.getByRole('textbox'), 'ada{Enter}');
  expect(screen.getByRole('textbox')).not.toHaveFocus();
  expect(onEnter).toHaveBeenCalledTimes(1);
});

test('null shows as an empty text', () => {
  render(
    <>
      <TextField label="First Name" value={null} />
      <TextArea label="Description" value={null} />
    </>,
  );
  expect(screen.getByLabelText('First Name')).toHaveValue('');
  expect(screen.getByLabelText('Description')).toHaveValue('');
});

test('[5.shared-form-rules.9] a text area trims its text on blur', async () => {
  const onChange = jest.fn();
  function Description() {
    const [text, setText] = useState('');
    const change = (next: string) => {
      setText(next);
      onChange(next);
    };
    return <TextArea label="Description" value={text} onChange={change} />;
  }
  render(<Description />);
  await userEvent.type(screen.getByLabelText('Description'), ' one{Enter}two {Enter}');
  expect(onChange).toHaveBeenLastCalledWith(' one\ntwo \n');
  await userEvent.tab();
  expect(onChange).toHaveBeenLastCalledWith('one\ntwo');
  expect(screen.getByLabelText('Description')).toHaveValue('one\ntwo');
});

test('a password can be shown and hidden', async () => {
  render(<TextField label="Password" type="password" value="secret" />);
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
});

test('a select returns the selected value and shows its hint', async () => {
  const options = [
    { value: 'saas', label: 'Managed', hint: 'We run it for you' },
    { value: 'local', label: 'Local', hint: 'It runs on your machine' },
  ] as const;
  function Type() {
    const [type, setType] = useState<'saas' | 'local'>('saas');
    return <SelectField label="Workspace Type" options={options} value={type} onChange={setType} />;
  }
  render(<Type />);
  const select = screen.getByRole('combobox', { name: 'Workspace Type' });
  expect(select).toHaveAccessibleDescription('We run it for you');
  await userEvent.selectOptions(select, 'Local');
  expect(select).toHaveValue('local');
  expect(select).toHaveAccessibleDescription('It runs on your machine');
});

test('a select without a value shows its placeholder', () => {
  render(<SelectField label="Country" options={[{ value: 'AT', label: 'Austria' }]} placeholder="Choose a country" />);
  expect(screen.getByRole('combobox')).toHaveDisplayValue('Choose a country');
});

test('the save bar is dimmed while an edited form has no changes, and never where the form creates something', () => {
  const bar = (dirty?: boolean) => (
    <SaveBar dirty={dirty}>
      <button>Save</button>
    </SaveBar>
  );
  const dimmed = () => screen.getByRole('button').closest('[data-dimmed]');
  const { rerender } = render(bar(false));
  expect(dimmed()).not.toBeNull();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  rerender(bar(true));
  expect(dimmed()).toBeNull();
  expect(screen.getByRole('region', { name: 'Unsaved changes' })).toHaveTextContent('Unsaved changes.');
  rerender(bar());
  expect(dimmed()).toBeNull();
});

test('a checkbox is toggled by its label and shows its error', async () => {
  const onChange = jest.fn();
  render(<Checkbox label="I agree" required checked={false} onChange={onChange} error="This field is required" />);
  await userEvent.click(screen.getByText('I agree'));
  expect(onChange).toHaveBeenCalledWith(true);
  expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('This field is required');
  expect(screen.getByRole('checkbox')).toBeInvalid();
});
