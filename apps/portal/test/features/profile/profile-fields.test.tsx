import { cleanup, screen, waitFor } from '@testing-library/react';
import { aUser } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';

test('beside the error of a username is the character that it cannot have', async () => {
  const { ui } = await visit('/profile', aUser());
  const [discord, github] = [
    await screen.findByLabelText('Discord Username'),
    screen.getByLabelText('Github Username'),
  ];
  await ui.type(discord, 'ada lovelace');
  await ui.type(github, 'ada_l');
  await ui.tab();
  await waitFor(() => expect(github).toBeInvalid());
  expect(github).toHaveAccessibleDescription('Invalid github username “_” is not allowed. For example, ada-lovelace');
  await ui.clear(discord);
  await ui.type(discord, 'a:da#1815');
  expect(discord).toHaveAccessibleDescription(
    'Invalid discord tag “:” is not allowed. For example, ada.lovelace or Ada#1815',
  );
});

test('a nickname that could be taken for the product is rejected at its field', async () => {
  const { ui } = await visit('/profile', aUser());
  const nickname = await screen.findByLabelText(/Nickname/);
  await ui.clear(nickname);
  await ui.type(nickname, 'System Initiative Support');
  await ui.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Choose a name that can’t be taken for our support')).toBeVisible();
  expect(nickname).toBeInvalid();
  await ui.clear(nickname);
  await ui.type(nickname, 'Mia (Support)');
  await waitFor(() => expect(nickname).toBeValid());
});

test('the save bar is dimmed until something changes, but not in the first review, which needs no change', async () => {
  const { ui } = await visit('/profile', aUser());
  await screen.findByRole('button', { name: 'Save' });
  const isDimmed = () => screen.getByRole('button', { name: 'Save' }).closest('[data-dimmed]') !== null;
  expect(isDimmed()).toBe(true);
  await ui.type(screen.getByLabelText('First Name'), 'x');
  expect(isDimmed()).toBe(false);
  await ui.keyboard('{Backspace}');
  await waitFor(() => expect(isDimmed()).toBe(true));
  cleanup();
  await visit('/profile', aUser({ onboardingDetails: { reviewedProfile: null } }));
  await screen.findByRole('button', { name: 'Save' });
  expect(isDimmed()).toBe(false);
});
