import { billingCalls, myInvitationCalls, userCalls, workspaceCalls, type User } from '@portal/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { ulid } from 'ulid';
import { recordEmailCheck } from '../../../src/api/cache/email-checks.ts';
import { analyticsHost } from '../../support/analytics-host.ts';
import { mockCall, errorResponse, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';

const newcomer = aUser({ onboardingDetails: { reviewedProfile: null } });
const unverified = aUser({ emailVerified: false });

let host: ReturnType<typeof analyticsHost>;

// Each test waits for an event at its own host, so that no client is still loading when the next test starts.
beforeEach(() => {
  host = analyticsHost();
  host.start();
});

/** The calls of a profile save, in the order in which they arrive. */
async function callsDuringSave(user: User, billing: Response | Record<string, never> = {}) {
  const calls: string[] = [];
  const done = { ...user, onboardingDetails: { reviewedProfile: '2026-02-02T00:00:00.000Z' } };
  server.use(
    mockCall(userCalls.updateProfile, () => {
      calls.push('updateProfile');
      return { user };
    }),
    mockCall(billingCalls.createBillingIntegration, () => {
      calls.push('createBillingIntegration');
      return billing;
    }),
    mockCall(userCalls.completeProfile, () => {
      calls.push('completeProfile');
      return { user: done };
    }),
    mockCall(workspaceCalls.listWorkspaces, []),
  );
  const { ui, path } = await visit('/profile', user);
  await ui.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
  return calls;
}

test('[4.profile-save.4] the first review of a verified social login sets up billing and completes the profile', async () => {
  const calls = await callsDuringSave({ ...newcomer, auth0Id: 'google-oauth2|1' });
  // The last two are sent at the same time.
  await waitFor(() =>
    expect(calls.toSorted()).toEqual(['completeProfile', 'createBillingIntegration', 'updateProfile']),
  );
  expect(calls[0]).toBe('updateProfile');
  await host.waitForEvent('ap-initial-profile-set');
});

test('[4.profile-save.4] a password login and a later save do not set up billing', async () => {
  expect(await callsDuringSave(newcomer)).toEqual(['updateProfile', 'completeProfile']);
  cleanup();
  expect(await callsDuringSave(aUser({ auth0Id: 'google-oauth2|1' }))).toEqual(['updateProfile']);
  await host.waitForEvent('$pageview');
  expect(host.eventNames()).not.toContain('ap-initial-profile-set');
});

// @covers 4.profile-save.4
test('a first review that succeeds on the second try is reported once', async () => {
  const user = { ...newcomer, auth0Id: 'google-oauth2|1' };
  const reviewed = { ...user, onboardingDetails: { reviewedProfile: '2026-02-02T00:00:00.000Z' } };
  server.use(
    mockCall(userCalls.updateProfile, { user }),
    mockCall(billingCalls.createBillingIntegration, {}),
    mockCall(userCalls.completeProfile, errorResponse('DatabaseUnavailable')),
    mockCall(workspaceCalls.listWorkspaces, []),
  );
  const { ui, path } = await visit('/profile', user);
  const save = async () => ui.click(await screen.findByRole('button', { name: 'Save' }));
  await save();
  await screen.findByText('Your profile was not saved');
  server.use(mockCall(userCalls.completeProfile, { user: reviewed }));
  skipDoubleClickGuard();
  await save();
  await waitFor(() => expect(path()).toBe('/workspaces'));
  await host.waitForEvent('ap-initial-profile-set');
  expect(host.eventNames().filter((name) => name === 'ap-initial-profile-set')).toHaveLength(1);
});

test('a first review that another tab completed meanwhile is not reported again', async () => {
  const user = { ...newcomer, auth0Id: 'google-oauth2|1' };
  const reviewed = { ...user, onboardingDetails: { reviewedProfile: '2026-02-02T00:00:00.000Z' } };
  server.use(
    mockCall(userCalls.updateProfile, { user: reviewed }),
    mockCall(billingCalls.createBillingIntegration, {}),
    mockCall(userCalls.completeProfile, { user: reviewed }),
    mockCall(workspaceCalls.listWorkspaces, []),
  );
  const { ui, path } = await visit('/profile', user);
  await ui.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
  await host.waitForEvent('$pageview');
  expect(host.eventNames()).not.toContain('ap-initial-profile-set');
});

test('a billing failure does not block the user', async () => {
  const user = { ...newcomer, auth0Id: 'google-oauth2|1' };
  expect(await callsDuringSave(user, errorResponse('BillingUnavailable'))).toContain('completeProfile');
  await host.waitForEvent('ap-initial-profile-set');
});

test('[4.email-verification.1] [4.billing.2] a check that finds the email verified sets up billing', async () => {
  let started = 0;
  server.use(
    mockCall(billingCalls.createBillingIntegration, () => {
      started += 1;
      return errorResponse('BillingUnavailable');
    }),
  );
  // Otherwise the page would check automatically, without a click.
  recordEmailCheck(unverified.id);
  const { ui } = await visit('/profile', unverified);
  const button = await screen.findByRole('button', { name: 'Already verified?' });
  expect(started).toBe(0);
  server.use(
    mockCall(userCalls.refreshAuth0Profile, {
      user: { ...unverified, emailVerified: true },
      preparedWorkspacesWaiting: false,
    }),
  );
  await ui.click(button);
  await waitFor(() => expect(started).toBe(1));
  await host.waitForEvent('ap-email-verified-manually');
  // The API retries a failed billing setup; the user cannot do anything about it.
  expect(screen.queryByText(/^ERROR/)).toBeNull();
});

test('[4.profile-save.6] a new user with an open invitation goes to the default workspace, too', async () => {
  const reviewed = { ...newcomer, onboardingDetails: { reviewedProfile: '2026-02-02T00:00:00.000Z' } };
  const own = aWorkspace({ isDefault: true });
  server.use(
    mockCall(userCalls.updateProfile, { user: newcomer }),
    mockCall(userCalls.completeProfile, { user: reviewed }),
    mockCall(workspaceCalls.listWorkspaces, [own]),
    mockCall(myInvitationCalls.listMyInvitations, [
      {
        id: ulid(),
        workspaceId: ulid(),
        workspaceName: 'Staging',
        role: 'EDITOR',
        inviter: { nickname: 'ann', email: 'ann@example.com' },
        inviterServiceAccount: null,
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      },
    ]),
  );
  const { ui, path } = await visit('/profile', newcomer);
  await ui.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(path()).toBe(`/workspace/${own.id}/go`), { timeout: 5_000 });
});
