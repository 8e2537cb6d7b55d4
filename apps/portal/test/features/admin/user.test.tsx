import { adminCalls, type UserForStaff } from '@portal/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { mockCall, errorResponse, server, type ReceivedRequest } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { aUserCredentialSummary } from '@portal/contract/fixtures';
import { returnFromLogin } from '../../support/render-portal.tsx';
import { clickTwice, staffAuthor, bodyOf, staffMember } from '../../support/admin.ts';
import {
  daysAgo,
  daysAhead,
  anAccountWithSameEmail,
  aUserForStaff,
  visitAsStaff,
} from '../../support/admin-fixtures.ts';

const nothingRevoked = { sessions: 0, authTokens: 0, instanceTokens: 0, connectCodes: 0 };

async function open(user: UserForStaff, tab = '', who = staffMember()) {
  server.use(
    mockCall(adminCalls.getUserForStaff, user),
    mockCall(adminCalls.listWorkspacesOfUser, { workspaces: [], next: null }),
  );
  const portal = await visitAsStaff(`/workspace-admin/users/${user.id}${tab}`, who);
  await screen.findByRole('heading', { level: 1, name: 'Pat Person' });
  return portal;
}

const detail = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

describe('the user', () => {
  test('is shown with name, email and the IDs here, at Auth0 and at Stripe', async () => {
    const other = ulid();
    const user = aUserForStaff({
      lastLoginAt: daysAgo(2),
      signedUpAt: daysAgo(40),
      terms: { versionId: '2023-03-30', agreedAt: daysAgo(3), needsTosUpdate: false, latestTosVersion: '2023-03-30' },
      sameAddress: [anAccountWithSameEmail({ userId: other, nickname: 'patty' })],
    });
    await open(user);
    await waitFor(() => expect(document.title).toMatch(/^Pat Person · User/));
    for (const what of ['email', 'user ID', 'Auth0 ID', 'Stripe customer ID']) {
      expect(screen.getByRole('button', { name: `Copy ${what}` })).toBeVisible();
    }
    expect(screen.getByText(user.id)).toBeVisible();
    expect(detail('Logs in with')).toBe('GitHub');
    expect(detail('Signed up')).toMatch(/^\w+ \d+, \d{4} .* \(1 month ago\)$/);
    expect(detail('Last login')).toMatch(/\(2 days ago\)$/);
    expect(detail('Terms')).toMatch(/^2023-03-30, accepted \w+ \d+, \d{4}$/);
    expect(detail('Billing')).toBe('ActiveCard on file');
    expect(detail('Plan')).toBe('Monthly');
    expect(detail('GitHub')).toBe('pat-codes');
    expect(detail('Discord')).toBe('–');
    expect(screen.getByRole('link', { name: 'patty (Google)' })).toHaveAttribute(
      'href',
      `/workspace-admin/users/${other}`,
    );
    expect(screen.getByText('This account has no restrictions.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await findA11yViolations()).toEqual([]);
  });

  test('with an unknown ID is reported, with a link to the search; another failure can be retried', async () => {
    server.use(mockCall(adminCalls.getUserForStaff, errorResponse('DatabaseUnavailable')));
    const { ui } = await visitAsStaff(`/workspace-admin/users/${ulid()}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(/The user could not be loaded/);
    server.use(mockCall(adminCalls.getUserForStaff, errorResponse('UserNotFound')));
    await ui.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Go to search' })).toHaveAttribute('href', '/workspace-admin');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('the account status', () => {
  const locked = {
    quarantinedAt: daysAgo(2),
    isQuarantined: true,
    quarantineReason: 'Mines coins',
    quarantinedBy: staffAuthor,
  };

  test('shows a quarantine with start, author, end and reason', async () => {
    await open(aUserForStaff({ ...locked, quarantinedUntil: daysAhead(3) }));
    const notice = screen.getByRole('alert');
    expect(notice).toHaveTextContent(/^Quarantined: this user only sees a notice/);
    expect(notice).toHaveTextContent(/Since 2 days ago, by sam@systeminit.com · lifts automatically in 3 days/);
    expect(notice).toHaveTextContent(/Reason: Mines coins/);
    expect(within(notice).getByRole('link', { name: staffAuthor.email })).toHaveAttribute(
      'href',
      `/workspace-admin/users/${staffAuthor.userId}`,
    );
    expect(screen.queryByText(/This account has no restrictions/)).toBeNull();
  });

  test('shows other accounts with the same email that are not quarantined', async () => {
    const sameAddress = [
      anAccountWithSameEmail(),
      anAccountWithSameEmail({ nickname: 'locked', isQuarantined: true }),
      anAccountWithSameEmail({ emailVerified: false }),
      anAccountWithSameEmail({ auth0Id: null }),
    ];
    await open(aUserForStaff({ ...locked, sameAddress }));
    expect(screen.getByRole('alert')).toHaveTextContent(/Another account with this email is not quarantined/);
    expect(detail('Same email')).toMatch(/locked \(Google\)Quarantined/);
    cleanup();
    await open(aUserForStaff({ ...locked, sameAddress: sameAddress.slice(1) }));
    expect(screen.getByRole('alert')).not.toHaveTextContent(/not quarantined/);
  });

  test('shows a suspension without a reason and an end', async () => {
    await open(aUserForStaff({ isSuspended: true, suspendedAt: daysAgo(1) }));
    expect(screen.getByRole('alert')).toHaveTextContent(/Since 1 day ago · no end dateNo reason given/);
  });

  test('shows an unclaimed invitation', async () => {
    await open(aUserForStaff({ auth0Id: null, signedUpAt: null, lastLoginAt: null, reviewedProfileAt: null }));
    expect(screen.getByText(/^Invited: the account becomes active/)).toBeVisible();
    expect(screen.getByText('Invited')).toBeVisible();
    expect(screen.queryByText(/gets full access/)).toBeNull();
  });

  test('shows the deletion that the user requested', async () => {
    await open(aUserForStaff({ deletionDueAt: '2099-12-09T10:00:00.000Z' }));
    expect(screen.getByRole('alert')).toHaveTextContent(
      /^Deletion requested by the userThis account will be deleted on .* 2099.*, unless the user cancels the deletion\.$/,
    );
    expect(screen.queryByText(/This account has no restrictions/)).toBeNull();
  });

  test('shows the remaining steps in order', async () => {
    await open(
      aUserForStaff({
        emailVerified: false,
        reviewedProfileAt: null,
        terms: { versionId: null, agreedAt: null, needsTosUpdate: true, latestTosVersion: '2024-09-25' },
      }),
    );
    expect(
      screen.getByText(
        'This user gets full access once they have accepted the 2024-09-25 terms, reviewed their profile and verified their email.',
      ),
    ).toBeVisible();
    expect(detail('Terms')).toBe('None accepted');
  });
});

describe('account locks', () => {
  const outcome = (user: UserForStaff, isSuspended: boolean) => ({
    userId: user.id,
    isSuspended,
    suspendedAt: isSuspended ? new Date().toISOString() : null,
    reason: null,
    until: null,
    ended: { ...nothingRevoked, sessions: isSuspended ? 2 : 0 },
  });

  test('a suspension with a reason shows at once, and a confirmed click lifts it', async () => {
    const user = aUserForStaff();
    const requests: ReceivedRequest[] = [];
    const { ui } = await open(user);
    server.use(
      mockCall(adminCalls.suspendUser, (received) => {
        requests.push(received);
        return outcome(user, true);
      }),
      mockCall(adminCalls.getUserForStaff, {
        ...user,
        isSuspended: true,
        suspendedAt: daysAgo(0),
        suspensionReason: 'Has not paid',
        suspendedBy: staffAuthor,
      }),
    );
    await ui.click(screen.getByRole('button', { name: 'Suspend...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend this account?' }));
    expect(dialog.getByText(user.email)).toBeVisible();
    await ui.type(dialog.getByLabelText(/^Reason/), 'Has not paid');
    await ui.click(dialog.getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByText(/Reason: Has not paid/)).toBeVisible();
    expect(requests.map(bodyOf)).toEqual([{ isSuspended: true, reason: 'Has not paid' }]);
    expect(screen.queryByRole('button', { name: 'Suspend...' })).toBeNull();
    // The focused button no longer exists.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(screen.getByRole('button', { name: 'Quarantine...' })).toBeVisible();
    server.use(
      mockCall(adminCalls.suspendUser, (received) => {
        requests.push(received);
        return outcome(user, false);
      }),
      mockCall(adminCalls.getUserForStaff, user),
    );
    await ui.click(screen.getByRole('button', { name: 'Unsuspend' }));
    const confirming = screen.getByRole('button', { name: 'You sure? Click again to confirm: Unsuspend' });
    expect(requests).toHaveLength(1);
    skipDoubleClickGuard();
    await ui.click(confirming);
    expect(await screen.findByText(`${user.email} is no longer suspended.`)).toBeVisible();
    expect(await screen.findByText('This account has no restrictions.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(requests.map(bodyOf)[1]).toEqual({ isSuspended: false });
  });

  // @covers 2.workspace-admin-pa.4
  test('a lock is changed in place: unedited terms stay, a cleared end date is removed', async () => {
    const user = aUserForStaff({
      isQuarantined: true,
      quarantinedAt: daysAgo(2),
      quarantinedUntil: daysAhead(3),
      quarantineReason: 'Mines coins',
      quarantinedBy: staffAuthor,
    });
    const requests: ReceivedRequest[] = [];
    const { ui } = await open(user);
    server.use(
      mockCall(adminCalls.quarantineUser, (received) => {
        requests.push(received);
        return {
          userId: user.id,
          isQuarantined: true,
          quarantinedAt: user.quarantinedAt,
          reason: 'Mines coins',
          until: null,
          ended: nothingRevoked,
        };
      }),
    );
    const change = async (how: (reason: HTMLElement, end: HTMLElement) => Promise<void>) => {
      await ui.click(screen.getByRole('button', { name: 'Change the quarantine' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Change this quarantine' }));
      await how(dialog.getByLabelText(/^Reason/), dialog.getByLabelText('Ends on'));
      await ui.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await change(async (reason) => {
      expect(reason).toHaveValue('Mines coins');
      await ui.type(reason, ' and more');
    });
    server.use(
      mockCall(adminCalls.getUserForStaff, {
        ...user,
        quarantinedUntil: null,
        quarantineReason: 'Mines coins and more',
      }),
    );
    skipDoubleClickGuard();
    await change((_reason, end) => ui.clear(end));
    expect(requests.map(bodyOf)).toEqual([
      { isQuarantined: true, reason: 'Mines coins and more' },
      { isQuarantined: true, reason: 'Mines coins', until: null },
    ]);
    expect(await screen.findByText(/Reason: Mines coins and more/)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(/ · no end date/);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Change the quarantine' })).toHaveFocus());
  });

  test('a lock lists first which sessions and API tokens end', async () => {
    const { ui } = await open(aUserForStaff(), '', staffMember());
    const tokens = { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', name: 'Deploy', principalName: 'Pat', lastUsedAt: null };
    const credentials = aUserCredentialSummary({
      authTokens: [{ ...tokens, workspaceName: 'Staging' }],
      authTokenCount: 1,
      sessionCount: 3,
      ownedAuthTokens: [{ ...tokens, name: 'Release', principalName: 'Pipeline', workspaceName: 'Production' }],
      ownedAuthTokenCount: 1,
      remainingAuthTokens: [{ ...tokens, name: 'Backup', principalName: 'Nightly', workspaceName: 'Other' }],
      remainingAuthTokenCount: 1,
    });
    server.use(mockCall(adminCalls.getUserCredentialsForStaff, credentials));
    await ui.click(screen.getByRole('button', { name: 'Quarantine...' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Deploy in Staging')).toBeVisible();
    expect(dialog.getByText('3 portal sessions end.')).toBeVisible();
    const paused = within(dialog.getByRole('region', { name: 'API tokens of service accounts that pause' }));
    expect(paused.getByText('Release in Production as Pipeline')).toBeVisible();
    const remaining = within(dialog.getByRole('region', { name: 'API tokens of service accounts that keep working' }));
    expect(remaining.getByText('Backup in Other as Nightly')).toBeVisible();
    expect(remaining.getByText(/^They created them, and may still have their secrets/)).toBeVisible();
  });

  test('a lock continues after a new login on the same page with its values', async () => {
    const user = aUserForStaff();
    const self = staffMember();
    const { ui, externalUrls } = await open(user, '', self);
    server.use(mockCall(adminCalls.quarantineUser, errorResponse('FreshLoginRequired')));
    await ui.click(screen.getByRole('button', { name: 'Quarantine...' }));
    const dialog = within(await screen.findByRole('dialog'));
    await ui.type(dialog.getByLabelText(/^Reason/), 'Mines coins');
    await ui.click(dialog.getByRole('button', { name: 'Quarantine' }));
    await ui.click(await dialog.findByRole('button', { name: 'Log in again' }));
    expect(externalUrls).toEqual(['http://api.test/auth/login?fresh=1']);
    const returned = await returnFromLogin(self);
    const reopened = within(await screen.findByRole('dialog', { name: 'Quarantine this account?' }));
    expect(reopened.getByText(user.email)).toBeVisible();
    expect(reopened.getByLabelText(/^Reason/)).toHaveValue('Mines coins');
    expect(returned.path()).toBe(`/workspace-admin/users/${user.id}`);
  });

  test('locks are not offered for another account of one’s own', async () => {
    const self = staffMember();
    const own = { email: self.email, auth0Id: 'auth0|2' };
    await open(aUserForStaff({ ...own, isSuspended: true, suspendedAt: daysAgo(2) }), '', self);
    expect(screen.getByText('You')).toBeVisible();
    for (const name of ['Quarantine...', 'Unsuspend', 'Change the suspension']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });

  test('a failed unlock shows an error', async () => {
    const user = aUserForStaff({ isQuarantined: true, quarantinedAt: daysAgo(2) });
    const { ui } = await open(user);
    server.use(mockCall(adminCalls.quarantineUser, errorResponse('DatabaseUnavailable')));
    await clickTwice(ui, 'Unquarantine');
    expect(await screen.findByText('No changes were made')).toBeVisible();
  });

  test('a failed refresh after an unlock shows an error and can be retried', async () => {
    const user = aUserForStaff({ isSuspended: true, suspendedAt: daysAgo(2) });
    const { ui } = await open(user);
    server.use(
      mockCall(adminCalls.suspendUser, outcome(user, false)),
      mockCall(adminCalls.getUserForStaff, errorResponse('DatabaseUnavailable')),
    );
    await clickTwice(ui, 'Unsuspend');
    expect(await screen.findByText(`${user.email} is no longer suspended.`)).toBeVisible();
    expect(await screen.findByText('The user could not be refreshed')).toBeVisible();
    expect(screen.getByText(/^Suspended:/)).toBeVisible();
    server.use(mockCall(adminCalls.getUserForStaff, { ...user, isSuspended: false, suspendedAt: null }));
    await ui.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('This account has no restrictions.')).toBeVisible();
    expect(screen.queryByText('The user could not be refreshed')).toBeNull();
  });

  test('staff cannot lock themselves', async () => {
    const self = staffMember();
    await open(aUserForStaff({ id: self.id }), '', self);
    expect(screen.getByText('You')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Suspend...' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Quarantine...' })).toBeNull();
  });
});
