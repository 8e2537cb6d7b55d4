import { billingCalls, userCalls, workspaceCalls, type User } from '@portal/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { noteEmailCheck } from '../src/api/email-checks.ts';
import { analyticsHost } from './support/analytics-host.ts';
import { on, refusal, server } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { aUser } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const newcomer = aUser({ onboardingDetails: { reviewedProfile: null } });
const unverified = aUser({ emailVerified: false });

let host: ReturnType<typeof analyticsHost>;

// Each test hears something of its own host, so that no client is still on its way when the next one begins.
beforeEach(() => {
  host = analyticsHost();
  host.start();
});

/** What the API is asked for, in its order, while somebody saves the profile. */
async function callsOfSave(user: User, billing: Response | Record<string, never> = {}) {
  const calls: string[] = [];
  const done = { ...user, onboardingDetails: { reviewedProfile: '2026-02-02T00:00:00.000Z' } };
  server.use(
    on(userCalls.updateProfile, () => {
      calls.push('updateProfile');
      return { user };
    }),
    on(billingCalls.createBillingIntegration, () => {
      calls.push('createBillingIntegration');
      return billing;
    }),
    on(userCalls.completeProfile, () => {
      calls.push('completeProfile');
      return { user: done };
    }),
    on(workspaceCalls.listWorkspaces, []),
  );
  const { person, path } = await visit('/profile', user);
  await person.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
  return calls;
}

test('[4.profile-save.4] the first review of a verified social login begins the billing, then completes the profile', async () => {
  const calls = await callsOfSave({ ...newcomer, auth0Id: 'google-oauth2|1' });
  expect(calls).toEqual(['updateProfile', 'createBillingIntegration', 'completeProfile']);
  await host.hears('ap-initial-profile-set');
});

test('[4.profile-save.4] a password login does not, nor a later save', async () => {
  expect(await callsOfSave(newcomer)).toEqual(['updateProfile', 'completeProfile']);
  cleanup();
  expect(await callsOfSave(aUser({ auth0Id: 'google-oauth2|1' }))).toEqual(['updateProfile']);
  await host.hears('$pageview');
  expect(host.names()).not.toContain('ap-initial-profile-set');
});

// @covers 4.profile-save.4
test('a first review that is completed only at the second try is told once', async () => {
  const user = { ...newcomer, auth0Id: 'google-oauth2|1' };
  const reviewed = { ...user, onboardingDetails: { reviewedProfile: '2026-02-02T00:00:00.000Z' } };
  server.use(
    on(userCalls.updateProfile, { user }),
    on(billingCalls.createBillingIntegration, {}),
    on(userCalls.completeProfile, refusal('DatabaseUnavailable')),
    on(workspaceCalls.listWorkspaces, []),
  );
  const { person, path } = await visit('/profile', user);
  const save = async () => person.click(await screen.findByRole('button', { name: 'Save' }));
  await save();
  await screen.findByText('Your profile was not saved');
  server.use(on(userCalls.completeProfile, { user: reviewed }));
  pastDoubleClick();
  await save();
  await waitFor(() => expect(path()).toBe('/workspaces'));
  await host.hears('ap-initial-profile-set');
  expect(host.names().filter((name) => name === 'ap-initial-profile-set')).toHaveLength(1);
});

test('a first review that another tab completed meanwhile is not told again', async () => {
  const user = { ...newcomer, auth0Id: 'google-oauth2|1' };
  const reviewed = { ...user, onboardingDetails: { reviewedProfile: '2026-02-02T00:00:00.000Z' } };
  server.use(
    on(userCalls.updateProfile, { user: reviewed }),
    on(billingCalls.createBillingIntegration, {}),
    on(userCalls.completeProfile, { user: reviewed }),
    on(workspaceCalls.listWorkspaces, []),
  );
  const { person, path } = await visit('/profile', user);
  await person.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
  await host.hears('$pageview');
  expect(host.names()).not.toContain('ap-initial-profile-set');
});

test('nobody is kept out of the product by billing', async () => {
  const user = { ...newcomer, auth0Id: 'google-oauth2|1' };
  expect(await callsOfSave(user, refusal('BillingUnavailable'))).toContain('completeProfile');
  await host.hears('ap-initial-profile-set');
});

test('[4.email-verification.1] [4.billing.2] a check that finds the address verified begins the billing', async () => {
  let begun = 0;
  server.use(
    on(billingCalls.createBillingIntegration, () => {
      begun += 1;
      return refusal('BillingUnavailable');
    }),
  );
  // Otherwise the page checks by itself, and no click is needed.
  noteEmailCheck(unverified.id);
  const { person } = await visit('/profile', unverified);
  const button = await screen.findByRole('button', { name: 'Already verified?' });
  expect(begun).toBe(0);
  server.use(
    on(userCalls.refreshAuth0Profile, { user: { ...unverified, emailVerified: true }, invitationsWaiting: false }),
  );
  await person.click(button);
  await waitFor(() => expect(begun).toBe(1));
  await host.hears('ap-email-verified-manually');
  // The API makes up for what fails of it; there is nothing that anybody could do.
  expect(screen.queryByText(/^ERROR/)).toBeNull();
});
