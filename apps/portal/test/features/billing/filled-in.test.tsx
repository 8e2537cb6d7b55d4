import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { openBilling, saveButton } from './open-billing.tsx';

// What browsers and password managers fill in.

test.each(['AT', 'Austria', 'AUT', 'austria'])('a password manager can fill in the country as %s', async (text) => {
  const { ui, saved } = await openBilling();
  const country = screen.getByRole('combobox', { name: /Country/ });
  fireEvent.input(country, { target: { value: text } });
  await waitFor(() => expect(country).toHaveValue('Austria'));
  await ui.click(saveButton());
  await waitFor(() => expect(saved).toMatchObject([{ billingInformation: { country: 'AT' } }]));
});

test.each([
  ['Turkey', 'TR'],
  ['Türkiye', 'TR'],
  ['Turkiye', 'TR'],
  ['United States of America', 'US'],
  ['Czech Republic', 'CZ'],
  ['Russian Federation', 'RU'],
  ['Deutschland', 'DE'],
])('a country that is filled in as %s is %s', async (text, code) => {
  jest.spyOn(navigator, 'languages', 'get').mockReturnValue(code === 'DE' ? ['de-DE'] : ['en-US']);
  const { ui, saved } = await openBilling();
  fireEvent.input(screen.getByRole('combobox', { name: /Country/ }), { target: { value: text } });
  await ui.click(saveButton());
  await waitFor(() => expect(saved).toMatchObject([{ billingInformation: { country: code } }]));
});

test.each([
  ['USA', 'US'],
  ['DEU', 'DE'],
  ['FRA', 'FR'],
  ['aut', 'AT'],
  ['Republic of Korea', 'KR'],
])('a browser can fill in the hidden field of the country with %s, which is %s', async (text, code) => {
  const { ui, saved } = await openBilling();
  const hidden = document.querySelector('input[aria-hidden=true][autocomplete~=country]');
  if (!hidden) throw new Error('There is no hidden field');
  fireEvent.change(hidden, { target: { value: text } });
  await ui.click(saveButton());
  await waitFor(() => expect(saved).toMatchObject([{ billingInformation: { country: code } }]));
});

test.each<[string, 'change' | 'input', () => Element | null]>([
  ['a browser', 'change', () => document.querySelector('input[aria-hidden=true][autocomplete~=country]')],
  ['a password manager', 'input', () => screen.getByRole('combobox', { name: /Country/ })],
])('a country that %s fills in and that is unknown shows an error at the field', async (_who, event, fieldOf) => {
  await openBilling();
  const field = fieldOf();
  if (!field) throw new Error('There is no such field');
  fireEvent[event](field, { target: { value: 'Atlantis' } });
  const country = screen.getByRole('combobox', { name: /Country/ });
  await waitFor(() => expect(country).toHaveAccessibleDescription('No country matches'));
  expect(country).toBeInvalid();
});

test('browsers and password managers do not fill in the numbers of the company', async () => {
  await openBilling();
  for (const [label, token] of [
    ['Company Legal Number', 'none'],
    ['Tax Identification Number', 'none'],
  ] as const) {
    const field = screen.getByLabelText(label);
    expect(field).toHaveAttribute('autocomplete', token);
    for (const attribute of ['data-1p-ignore', 'data-lpignore', 'data-bwignore', 'data-protonpass-ignore'])
      expect(field).toHaveAttribute(attribute, 'true');
  }
  expect(screen.getByLabelText(/Last Name/)).not.toHaveAttribute('data-1p-ignore');
  expect(screen.getByRole('combobox', { name: /Country/ })).not.toHaveAttribute('data-1p-ignore');
});
