import { jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Checkbox, FieldGroup, RadioGroup, SelectField, TextField } from '../src/index.ts';
import { CheckboxGroup, useFieldValidation } from '../src/extra/index.ts';
import { findA11yViolations } from './find-a11y-violations.ts';

const colours = [
  { value: 'red', label: 'Red' },
  { value: 'green', label: 'Green', hint: 'As grass is' },
  { value: 'blue', label: 'Blue' },
] as const;
type Colour = (typeof colours)[number]['value'];

function ColourRadioGroup({ onChange }: { onChange?: (colour: Colour) => void }) {
  const [colour, setColour] = useState<Colour | null>(null);
  const check = useFieldValidation('radio', colour, { required: true });
  const change = (next: Colour) => {
    setColour(next);
    onChange?.(next);
  };
  return <RadioGroup label="Colour" options={colours} value={colour} onChange={change} {...check} />;
}

// @covers 5.shared-form-rules.14
test('a radio button is selected with the arrow keys', async () => {
  const onChange = jest.fn();
  render(<ColourRadioGroup onChange={onChange} />);
  await userEvent.tab();
  await userEvent.keyboard(' {ArrowDown}');
  expect(screen.getByRole('radio', { name: /Green/ })).toBeChecked();
  expect(onChange.mock.calls).toEqual([['red'], ['green']]);
  expect(await findA11yViolations()).toEqual([]);
});

test('radio buttons as cards are named by their label and described by their hint, and the arrow keys select', async () => {
  function Cards() {
    const [colour, setColour] = useState<Colour>('red');
    return <RadioGroup label="Colour" layout="cards" options={colours} value={colour} onChange={setColour} />;
  }
  render(<Cards />);
  const green = screen.getByRole('radio', { name: 'Green' });
  expect(green).toHaveAccessibleDescription('As grass is');
  expect(screen.getByRole('radio', { name: 'Red' })).toHaveAccessibleDescription('');
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(green).toBeChecked();
  expect(green).toHaveFocus();
  await userEvent.click(screen.getByText('Blue'));
  expect(screen.getByRole('radio', { name: 'Blue' })).toBeChecked();
  expect(await findA11yViolations()).toEqual([]);
});

test('a radio group shows its error when the focus leaves the group', async () => {
  render(<ColourRadioGroup />);
  const group = screen.getByRole('radiogroup', { name: /Colour/ });
  await userEvent.tab();
  expect(group).toBeValid();
  await userEvent.tab();
  expect(group).toBeInvalid();
  expect(group).toHaveAccessibleDescription('This field is required');
});

test('a checkbox group returns its values in the order of the options', async () => {
  const onChange = jest.fn();
  function Colours() {
    const [selected, setSelected] = useState<Colour[]>(['blue']);
    const change = (next: Colour[]) => {
      setSelected(next);
      onChange(next);
    };
    return <CheckboxGroup label="Colours" options={colours} value={selected} onChange={change} />;
  }
  render(<Colours />);
  expect(screen.getByRole('group', { name: 'Colours' })).toBeInTheDocument();
  await userEvent.click(screen.getByLabelText('Red'));
  await userEvent.click(screen.getByLabelText('Blue'));
  expect(onChange.mock.calls).toEqual([[['red', 'blue']], [['red']]]);
  expect(await findA11yViolations()).toEqual([]);
});

test('a required checkbox group shows its error when it is left without a selection', async () => {
  function Colours() {
    const check = useFieldValidation('multi-checkbox', [], { required: true });
    return <CheckboxGroup label="Colours" options={colours} value={[]} {...check} />;
  }
  render(<Colours />);
  await userEvent.tab();
  await userEvent.tab();
  expect(screen.queryByText('This field is required')).not.toBeInTheDocument();
  await userEvent.tab();
  await userEvent.tab();
  expect(screen.getByText('This field is required')).toBeInTheDocument();
  for (const box of screen.getAllByRole('checkbox')) expect(box).toBeInvalid();
});

test('[5.shared-form-rules.2] a required checkbox shows its error when it is left unchecked', async () => {
  function Agreement() {
    const [agreed, setAgreed] = useState(false);
    const check = useFieldValidation('checkbox', agreed, { required: true });
    return <Checkbox label="I agree" checked={agreed} onChange={setAgreed} {...check} />;
  }
  render(<Agreement />);
  await userEvent.tab();
  await userEvent.tab();
  expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('This field is required');
  await userEvent.click(screen.getByRole('checkbox'));
  expect(screen.getByRole('checkbox')).toBeValid();
});

// @covers 5.shared-form-rules.14
test('a dropdown shows its options in groups', async () => {
  const onChange = jest.fn();
  const options = [
    { value: 'none', label: 'None' },
    { label: 'Warm', options: [{ value: 'red', label: 'Red', hint: 'As a rose is' }] },
    { label: 'Cold', options: [{ value: 'blue', label: 'Blue' }] },
  ];
  render(<SelectField label="Colour" options={options} value="red" onChange={onChange} />);
  expect(screen.getByRole('combobox')).toHaveAccessibleDescription('As a rose is');
  expect(screen.getByRole('group', { name: 'Cold' })).toContainElement(screen.getByRole('option', { name: 'Blue' }));
  await userEvent.selectOptions(screen.getByRole('combobox'), 'Blue');
  expect(onChange).toHaveBeenCalledWith('blue');
  expect(await findA11yViolations()).toEqual([]);
});

test('a busy dropdown keeps its focus and its value', async () => {
  const onChange = jest.fn();
  const options = [
    { value: 'red', label: 'Red' },
    { value: 'blue', label: 'Blue' },
  ];
  render(<SelectField label="Colour" busy options={options} value="red" onChange={onChange} />);
  const field = screen.getByRole('combobox');
  await userEvent.selectOptions(field, 'Blue');
  expect(onChange).not.toHaveBeenCalled();
  expect(field).toHaveDisplayValue('Red');
  expect(field).toHaveFocus();
  expect(field).toHaveAttribute('aria-busy', 'true');
  expect(await findA11yViolations()).toEqual([]);
});

test('an optional group says so', () => {
  render(
    <FieldGroup title="Address" optional>
      <TextField label="Street" value="" />
    </FieldGroup>,
  );
  expect(screen.getByRole('group')).toHaveAccessibleName('Address Optional');
});

test('[4.shared-interface-s.3] a group shows an error while any field in it is invalid, at any depth', async () => {
  const group = (error?: string) => (
    <FieldGroup title="Address">
      <TextField label="Street" value="" />
      <div>
        <TextField label="City" value="" error={error} />
      </div>
    </FieldGroup>
  );
  const { rerender } = render(group());
  expect(screen.getByRole('group', { name: 'Address' })).not.toHaveAttribute('data-error');
  rerender(group('This field is required'));
  await waitFor(() => expect(screen.getByRole('group')).toHaveAttribute('data-error', 'true'));
  expect(screen.getByRole('group')).toHaveAccessibleName('Address Check these fields');
  expect(await findA11yViolations()).toEqual([]);
  rerender(group());
  await waitFor(() => expect(screen.getByRole('group')).not.toHaveAttribute('data-error'));
});
