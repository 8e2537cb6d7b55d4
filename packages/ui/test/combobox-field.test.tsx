import { jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ComboboxField } from '../src/index.ts';
import { findA11yViolations } from './find-a11y-violations.ts';

const cities = [
  { value: 'aes', label: 'Ålesund' },
  { value: 'cph', label: 'København', keywords: ['Copenhagen'] },
  { value: 'muc', label: 'München' },
] as const;
type City = (typeof cities)[number]['value'];

function Cities({ onChange, onBlur }: { onChange?: (city: City | null) => void; onBlur?: () => void }) {
  const [city, setCity] = useState<City | null>('aes');
  const change = (next: City | null) => {
    setCity(next);
    onChange?.(next);
  };
  return (
    <>
      <ComboboxField label="City" required options={cities} value={city} onChange={change} onBlur={onBlur} />
      <button type="button">Next</button>
    </>
  );
}

const input = () => screen.getByRole('combobox', { name: 'City' });

test('[5.shared-form-rules.14] options are found without their accents and by their keywords', async () => {
  const onChange = jest.fn();
  render(<Cities onChange={onChange} />);
  expect(input()).toHaveValue('Ålesund');
  await userEvent.tab();
  await userEvent.clear(input());
  await userEvent.type(input(), 'munch');
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['München']);
  await userEvent.clear(input());
  await userEvent.type(input(), 'copen');
  expect(await screen.findByRole('option', { name: 'København' })).toBeVisible();
  expect(await findA11yViolations()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(onChange).toHaveBeenLastCalledWith('cph');
  expect(input()).toHaveValue('København');
});

test('the input looks like the other form controls', () => {
  render(<Cities />);
  expect(input()).toHaveClass('form-control');
});

test('an equal value comes first, then labels that start with the query, then other matches', async () => {
  const countries = [
    { value: 'DZ', label: 'Algeria' },
    { value: 'BD', label: 'Bangladesh' },
    { value: 'DK', label: 'Denmark' },
    { value: 'DE', label: 'Germany', keywords: ['DE'] },
    { value: 'NE', label: 'Niger' },
  ];
  render(<ComboboxField label="City" options={countries} value={null} />);
  const optionTexts = async () => (await screen.findAllByRole('option')).map((option) => option.textContent);
  await userEvent.type(input(), 'ger');
  expect(await optionTexts()).toEqual(['Germany', 'Algeria', 'Niger']);
  await userEvent.clear(input());
  await userEvent.type(input(), 'DE');
  expect((await optionTexts()).slice(0, 2)).toEqual(['Germany', 'Denmark']);
});

test('leaving the field selects the match, or restores the selected option if there is none', async () => {
  const onChange = jest.fn();
  const onBlur = jest.fn();
  render(<Cities onChange={onChange} onBlur={onBlur} />);
  await userEvent.tab();
  await userEvent.type(input(), '{Control>}a{/Control}Mün');
  await screen.findByRole('option', { name: 'München' });
  await userEvent.tab();
  expect(onBlur).toHaveBeenCalledTimes(1);
  expect(onChange).toHaveBeenLastCalledWith('muc');
  await waitFor(() => expect(input()).toHaveValue('München'));
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();

  await userEvent.type(input(), 'xyz');
  expect(await screen.findByText('No matches')).toBeVisible();
  await userEvent.tab();
  await waitFor(() => expect(input()).toHaveValue('München'));
});

test('a cleared field has the value null', async () => {
  const onChange = jest.fn();
  render(<Cities onChange={onChange} />);
  await userEvent.clear(input());
  await userEvent.keyboard('{Escape}');
  await userEvent.tab();
  expect(onChange).toHaveBeenLastCalledWith(null);
  expect(input()).toHaveValue('');
});

test('leaving the field selects an exact or the only match; otherwise it keeps the value and shows an error', async () => {
  const countries = [
    { value: 'CG', label: 'Congo - Brazzaville' },
    { value: 'KP', label: 'North Korea' },
    { value: 'KR', label: 'South Korea' },
    { value: 'UA', label: 'Ukraine' },
    { value: 'GB', label: 'United Kingdom', keywords: ['GB', 'UK', 'England'] },
  ];
  const onChange = jest.fn();
  render(
    <>
      <ComboboxField label="City" options={countries} value="UA" onChange={onChange} emptyText="No country matches" />
      <button type="button">Next</button>
    </>,
  );
  const leaveWith = async (text: string) => {
    await userEvent.type(input(), `{Control>}a{/Control}${text}`);
    await screen.findByRole('listbox');
    await userEvent.tab();
  };
  for (const text of ['korea', 'zz']) {
    await leaveWith(text);
    expect(await screen.findByText('No country matches')).toBeVisible();
    await waitFor(() => expect(input()).toHaveValue('Ukraine'), { timeout: 4_000 });
  }
  expect(onChange).not.toHaveBeenCalled();
  await leaveWith('uk');
  expect(onChange).toHaveBeenLastCalledWith('GB');
});

test.each(['CPH', 'copenhagen', 'Kobenhavn'])(
  'a password manager can fill in the code, a keyword or a name without its accents: %s',
  async (text) => {
    const onChange = jest.fn();
    render(<Cities onChange={onChange} />);
    fireEvent.input(input(), { target: { value: text } });
    expect(onChange).toHaveBeenLastCalledWith('cph');
    await waitFor(() => expect(input()).toHaveValue('København'));
    fireEvent.blur(input());
    expect(input()).toHaveValue('København');
  },
);

// Base UI has the name and the `autocomplete` token at a hidden input, which browsers fill in.
test.each(['cph', 'København', 'copenhagen', 'Kobenhavn'])(
  'a browser can fill in the hidden input with %s',
  async (text) => {
    const { container } = render(<Cities />);
    const hidden = container.querySelector('input[aria-hidden=true]');
    if (!hidden) throw new Error('There is no hidden input');
    fireEvent.change(hidden, { target: { value: text } });
    await waitFor(() => expect(input()).toHaveValue('København'));
  },
);

test('a text that a browser fills in and that matches no option keeps the value and shows an error, until one matches', async () => {
  const { container } = render(<Cities />);
  const hidden = container.querySelector('input[aria-hidden=true]');
  if (!hidden) throw new Error('There is no hidden input');
  fireEvent.change(hidden, { target: { value: 'Atlantis' } });
  expect(await screen.findByText('No matches')).toBeVisible();
  expect(input()).toBeInvalid();
  expect(input()).toHaveValue('Ålesund');
  fireEvent.change(hidden, { target: { value: 'cph' } });
  await waitFor(() => expect(input()).toHaveValue('København'));
  expect(screen.queryByText('No matches')).toBeNull();
});
