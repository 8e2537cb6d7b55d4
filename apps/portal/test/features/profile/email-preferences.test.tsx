import { accountEmailCalls, type EmailPreferences } from '@portal/contract';
import { screen, waitFor } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { aUser } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';

const onlyTokens: EmailPreferences = { tokenExpiring: true, invitationAccepted: false, memberLeft: false };
const checkbox = (name: string | RegExp) => screen.findByRole('checkbox', { name });

test('the page shows which optional emails the user gets, and saves a click at once', async () => {
  const bodies: unknown[] = [];
  const user = aUser();
  server.use(
    mockCall(accountEmailCalls.getEmailPreferences, { emailPreferences: onlyTokens }),
    mockCall(accountEmailCalls.updateEmailPreferences, ({ body, params }) => {
      bodies.push({ ...(body as object), userId: params['userId'] });
      return { emailPreferences: { ...onlyTokens, tokenExpiring: false } };
    }),
  );
  const { ui } = await visit('/profile/notifications', user);
  expect(await checkbox(/invitation/)).not.toBeChecked();
  const tokens = await checkbox(/about to expire/);
  expect(tokens).toBeChecked();
  await ui.click(tokens);
  expect(tokens).not.toBeChecked();
  await waitFor(() => expect(bodies).toMatchObject([{ tokenExpiring: false, userId: user.id }]));
  expect(tokens).not.toBeChecked();
});

test('a choice that could not be saved is shown as it was, with the reason', async () => {
  server.use(
    mockCall(accountEmailCalls.getEmailPreferences, { emailPreferences: onlyTokens }),
    mockCall(accountEmailCalls.updateEmailPreferences, errorResponse('DatabaseUnavailable')),
  );
  const { ui } = await visit('/profile/notifications', aUser());
  await ui.click(await checkbox(/about to expire/));
  expect(await screen.findByText('Your choice was not saved')).toBeVisible();
  expect(await checkbox(/about to expire/)).toBeChecked();
});

test('email preferences that could not be loaded show why', async () => {
  server.use(mockCall(accountEmailCalls.getEmailPreferences, errorResponse('DatabaseUnavailable')));
  await visit('/profile/notifications', aUser());
  expect(await screen.findByText('Your email preferences could not be loaded')).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('the first review of the profile shows no email preferences', async () => {
  await visit('/profile/notifications', aUser({ onboardingDetails: { reviewedProfile: null } }));
  expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible();
  expect(screen.queryByText('Notifications')).toBeNull();
});
