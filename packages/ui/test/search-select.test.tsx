import { jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { SearchSelectField } from '../src/index.ts';
import { findFaults } from './find-faults.ts';

const cities = [
  { value: 'aes', label: 'Ålesund' },
  { value: 'cph', label: 'København', keywords: 'Copenhagen' },
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
      <SearchSelectField label="City" required options={cities} value={city} onChange={change} onBlur={onBlur} />
      <button type="button">Next</button>
    </>
  );
}

const box = () => screen.getByRole('combobox', { name: 'City' });

test('[5.shared-form-rules.14] what is typed finds one of many, whatever its accents, or by another name', async () => {
  const onChange = jest.fn();
  render(<Cities onChange={onChange} />);
  expect(box()).toHaveValue('Ålesund');
  await userEvent.tab();
  await userEvent.clear(box());
  await userEvent.type(box(), 'munch');
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual(['München']);
  await userEvent.clear(box());
  await userEvent.type(box(), 'copen');
  expect(await screen.findByRole('option', { name: 'København' })).toBeVisible();
  expect(await findFaults()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(onChange).toHaveBeenLastCalledWith('cph');
  expect(box()).toHaveValue('København');
});

test('what begins with the words that are typed comes before what only has them, and a code before all', async () => {
  const countries = [
    { value: 'DZ', label: 'Algeria' },
    { value: 'BD', label: 'Bangladesh' },
    { value: 'DK', label: 'Denmark' },
    { value: 'DE', label: 'Germany', keywords: 'DE' },
    { value: 'NE', label: 'Niger' },
  ];
  render(<SearchSelectField label="City" options={countries} value={null} />);
  const found = async () => (await screen.findAllByRole('option')).map((option) => option.textContent);
  await userEvent.type(box(), 'ger');
  expect(await found()).toEqual(['Germany', 'Algeria', 'Niger']);
  await userEvent.clear(box());
  await userEvent.type(box(), 'DE');
  expect((await found()).slice(0, 2)).toEqual(['Germany', 'Denmark']);
});

test('leaving the box takes what was found, and gives back what was chosen if nothing was', async () => {
  const onChange = jest.fn();
  const onBlur = jest.fn();
  render(<Cities onChange={onChange} onBlur={onBlur} />);
  await userEvent.tab();
  await userEvent.type(box(), '{Control>}a{/Control}Mün');
  await screen.findByRole('option', { name: 'München' });
  await userEvent.tab();
  expect(onBlur).toHaveBeenCalledTimes(1);
  expect(onChange).toHaveBeenLastCalledWith('muc');
  await waitFor(() => expect(box()).toHaveValue('München'));
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();

  await userEvent.type(box(), 'xyz');
  expect(await screen.findByText('Nothing matches.')).toBeVisible();
  await userEvent.tab();
  await waitFor(() => expect(box()).toHaveValue('München'));
});

test('an emptied box means nothing is chosen', async () => {
  const onChange = jest.fn();
  render(<Cities onChange={onChange} />);
  await userEvent.clear(box());
  await userEvent.keyboard('{Escape}');
  await userEvent.tab();
  expect(onChange).toHaveBeenLastCalledWith(null);
  expect(box()).toHaveValue('');
});

test('leaving the box takes an exact or the only match; anything else keeps what was chosen and is said', async () => {
  const countries = [
    { value: 'CG', label: 'Congo - Brazzaville' },
    { value: 'KP', label: 'North Korea' },
    { value: 'KR', label: 'South Korea' },
    { value: 'UA', label: 'Ukraine' },
    { value: 'GB', label: 'United Kingdom', keywords: 'GB UK England' },
  ];
  const onChange = jest.fn();
  render(
    <>
      <SearchSelectField
        label="City"
        options={countries}
        value="UA"
        onChange={onChange}
        emptyText="No country matches"
      />
      <button type="button">Next</button>
    </>,
  );
  const leaveWith = async (text: string) => {
    await userEvent.type(box(), `{Control>}a{/Control}${text}`);
    await screen.findByRole('listbox');
    await userEvent.tab();
  };
  for (const text of ['korea', 'zz']) {
    await leaveWith(text);
    expect(await screen.findByText('No country matches')).toBeVisible();
    await waitFor(() => expect(box()).toHaveValue('Ukraine'), { timeout: 4_000 });
  }
  expect(onChange).not.toHaveBeenCalled();
  await leaveWith('uk');
  expect(onChange).toHaveBeenLastCalledWith('GB');
});
