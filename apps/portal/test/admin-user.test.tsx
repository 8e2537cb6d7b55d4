import { staffCalls, supportCalls, type UserForStaff } from '@portal/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { findFaults } from './support/find-faults.ts';
import { on, refusal, server, type Received } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { visit } from './support/render-portal.tsx';
import { by, headersOf, rowsOf, said, staffMember } from './support/staff.ts';
import {
  ago,
  ahead,
  anAuditEntry,
  anotherAccount,
  aSession,
  aTokenForStaff,
  aUserForStaff,
  aWorkspaceOfUser,
  openAsStaff,
} from './support/support-desk.ts';

const nothingEnded = { sessions: 0, authTokens: 0, instanceTokens: 0, connectCodes: 0 };

async function open(user: UserForStaff, tab = '', who = staffMember()) {
  server.use(
    on(supportCalls.getUserForStaff, user),
    on(supportCalls.listWorkspacesOfUser, { workspaces: [], next: null }),
  );
  const portal = await openAsStaff(`/workspace-admin/users/${user.id}${tab}`, who);
  await screen.findByRole('heading', { level: 1, name: 'Pat Person' });
  return portal;
}

const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

describe('who somebody is', () => {
  test('by name, e-mail and id, to the identity provider and to Stripe', async () => {
    const other = ulid();
    const user = aUserForStaff({
      lastLoginAt: ago(2),
      signedUpAt: ago(40),
      terms: { versionId: '2023-03-30', agreedAt: ago(3), needsTosUpdate: false, latestTosVersion: '2023-03-30' },
      sameAddress: [anotherAccount({ userId: other, nickname: 'patty' })],
    });
    await open(user);
    expect(document.title).toMatch(/^Pat Person · User/);
    for (const what of ['email', 'user ID', 'Auth0 ID', 'Stripe customer']) {
      expect(screen.getByRole('button', { name: `Copy ${what}` })).toBeVisible();
    }
    expect(screen.getByText(user.id)).toBeVisible();
    expect(fact('Signs in by')).toBe('GitHub');
    expect(fact('Signed up')).toBe('1 month ago');
    expect(fact('Last login')).toBe('2 days ago');
    expect(fact('Terms')).toBe('2023-03-30, accepted 3 days ago');
    expect(fact('Billing')).toBe('ActivePayment details set');
    expect(fact('GitHub')).toBe('pat-codes');
    expect(fact('Discord')).toBe('–');
    expect(screen.getByRole('link', { name: 'patty (Google)' })).toHaveAttribute(
      'href',
      `/workspace-admin/users/${other}`,
    );
    expect(screen.getByText('Nothing keeps this person out of the portal.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await findFaults()).toEqual([]);
  });

  test('an id that nobody has is said, with the way to the search; another failure can be tried again', async () => {
    server.use(on(supportCalls.getUserForStaff, refusal('DatabaseUnavailable')));
    const { person } = await openAsStaff(`/workspace-admin/users/${ulid()}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(/The user could not be shown/);
    server.use(on(supportCalls.getUserForStaff, refusal('UserNotFound')));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Go to the search' })).toHaveAttribute('href', '/workspace-admin');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('why somebody can’t get into the portal', () => {
  const locked = { quarantinedAt: ago(2), isQuarantined: true, quarantineReason: 'Mines coins', quarantinedBy: by };

  test('a quarantine: since when, by whom, until when and why', async () => {
    await open(aUserForStaff({ ...locked, quarantinedUntil: ahead(3) }));
    const notice = screen.getByRole('alert');
    expect(notice).toHaveTextContent(/^Quarantined: whoever logs in to this account only sees a notice/);
    expect(notice).toHaveTextContent(/Begun 2 days ago by sam@systeminit.com; it ends by itself in 3 days\./);
    expect(notice).toHaveTextContent(/Reason: Mines coins/);
    expect(within(notice).getByRole('link', { name: by.email })).toHaveAttribute(
      'href',
      `/workspace-admin/users/${by.userId}`,
    );
    expect(screen.queryByText(/Nothing keeps this person out/)).toBeNull();
  });

  test('a quarantine that other accounts of theirs are not in', async () => {
    const sameAddress = [
      anotherAccount(),
      anotherAccount({ nickname: 'locked', isQuarantined: true }),
      anotherAccount({ emailVerified: false }),
      anotherAccount({ auth0Id: null }),
    ];
    await open(aUserForStaff({ ...locked, sameAddress }));
    expect(screen.getByRole('alert')).toHaveTextContent(/Another account with this email is not quarantined/);
    expect(fact('Same email')).toMatch(/locked \(Google\)Quarantined/);
    cleanup();
    await open(aUserForStaff({ ...locked, sameAddress: sameAddress.slice(1) }));
    expect(screen.getByRole('alert')).not.toHaveTextContent(/not quarantined/);
  });

  test('a suspension without a reason or an end', async () => {
    await open(aUserForStaff({ isSuspended: true, suspendedAt: ago(1) }));
    expect(screen.getByRole('alert')).toHaveTextContent(/Begun 1 day ago, without an end\.No reason was given\./);
  });

  test('an invitation that nobody claimed yet', async () => {
    await open(aUserForStaff({ auth0Id: null, signedUpAt: null, lastLoginAt: null, reviewedProfileAt: null }));
    expect(screen.getByText(/^Only invited/)).toBeVisible();
    expect(screen.getByText('Invited')).toBeVisible();
    expect(screen.queryByText(/The whole portal opens/)).toBeNull();
  });

  test('what they have not done yet, in the order in which they are asked for it', async () => {
    await open(
      aUserForStaff({
        emailVerified: false,
        reviewedProfileAt: null,
        terms: { versionId: null, agreedAt: null, needsTosUpdate: true, latestTosVersion: '2024-09-25' },
      }),
    );
    expect(
      screen.getByText(
        'The whole portal opens to them once they have accepted the terms of 2024-09-25, reviewed their profile and verified their email.',
      ),
    ).toBeVisible();
    expect(fact('Terms')).toBe('None accepted');
  });
});

describe('locking somebody out', () => {
  const outcome = (user: UserForStaff, isSuspended: boolean) => ({
    userId: user.id,
    isSuspended,
    suspendedAt: isSuspended ? new Date().toISOString() : null,
    reason: null,
    until: null,
    ended: { ...nothingEnded, sessions: isSuspended ? 2 : 0 },
  });

  test('a suspension with a reason shows at once, and one button ends it', async () => {
    const user = aUserForStaff();
    const seen: Received[] = [];
    const { person } = await open(user);
    server.use(
      on(staffCalls.suspendUser, (received) => {
        seen.push(received);
        return outcome(user, true);
      }),
      on(supportCalls.getUserForStaff, {
        ...user,
        isSuspended: true,
        suspendedAt: ago(0),
        suspensionReason: 'Has not paid',
        suspendedBy: by,
      }),
    );
    await person.click(screen.getByRole('button', { name: 'Suspend...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend this account?' }));
    expect(dialog.getByText(user.email)).toBeVisible();
    await person.type(dialog.getByLabelText(/^Reason/), 'Has not paid');
    await person.click(dialog.getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByText(/Reason: Has not paid/)).toBeVisible();
    expect(seen.map(said)).toEqual([{ isSuspended: true, reason: 'Has not paid' }]);
    expect(screen.queryByRole('button', { name: 'Suspend...' })).toBeNull();
    // The button that had the focus is gone.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(screen.getByRole('button', { name: 'Quarantine...' })).toBeVisible();
    server.use(
      on(staffCalls.suspendUser, (received) => {
        seen.push(received);
        return outcome(user, false);
      }),
      on(supportCalls.getUserForStaff, user),
    );
    await person.click(screen.getByRole('button', { name: 'Unsuspend' }));
    expect(await screen.findByText(`${user.email} is no longer suspended.`)).toBeVisible();
    expect(await screen.findByText('Nothing keeps this person out of the portal.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(seen.map(said)[1]).toEqual({ isSuspended: false });
  });

  // @covers 2.workspace-admin-pa.4
  test('a lock is changed where it shows: what is left as it is stays, an end that is cleared is gone', async () => {
    const user = aUserForStaff({
      isQuarantined: true,
      quarantinedAt: ago(2),
      quarantinedUntil: ahead(3),
      quarantineReason: 'Mines coins',
      quarantinedBy: by,
    });
    const seen: Received[] = [];
    const { person } = await open(user);
    server.use(
      on(staffCalls.quarantineUser, (received) => {
        seen.push(received);
        return {
          userId: user.id,
          isQuarantined: true,
          quarantinedAt: user.quarantinedAt,
          reason: 'Mines coins',
          until: null,
          ended: nothingEnded,
        };
      }),
    );
    const change = async (how: (reason: HTMLElement, end: HTMLElement) => Promise<void>) => {
      await person.click(screen.getByRole('button', { name: 'Change the quarantine' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Change this quarantine' }));
      await how(dialog.getByLabelText(/^Reason/), dialog.getByLabelText('Ends On'));
      await person.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await change(async (reason) => {
      expect(reason).toHaveValue('Mines coins');
      await person.type(reason, ' and more');
    });
    server.use(
      on(supportCalls.getUserForStaff, { ...user, quarantinedUntil: null, quarantineReason: 'Mines coins and more' }),
    );
    pastDoubleClick();
    await change((_reason, end) => person.clear(end));
    expect(seen.map(said)).toEqual([
      { isQuarantined: true, reason: 'Mines coins and more' },
      { isQuarantined: true, reason: 'Mines coins', until: null },
    ]);
    expect(await screen.findByText(/Reason: Mines coins and more/)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(/, without an end\./);
    expect(screen.getByRole('button', { name: 'Change the quarantine' })).toHaveFocus();
  });

  test('goes on after a fresh login, on the same page and with what was typed', async () => {
    const user = aUserForStaff();
    const self = staffMember();
    const { person, went } = await open(user, '', self);
    server.use(on(staffCalls.quarantineUser, refusal('FreshLoginRequired')));
    await person.click(screen.getByRole('button', { name: 'Quarantine...' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByLabelText(/^Reason/), 'Mines coins');
    await person.click(dialog.getByRole('button', { name: 'Quarantine' }));
    await person.click(await dialog.findByRole('button', { name: 'Log in again' }));
    expect(went).toEqual(['http://api.test/auth/login?fresh=1']);
    cleanup();
    const back = await visit('/login-success', self);
    const reopened = within(await screen.findByRole('dialog', { name: 'Quarantine this account?' }));
    expect(reopened.getByText(user.email)).toBeVisible();
    expect(reopened.getByLabelText(/^Reason/)).toHaveValue('Mines coins');
    expect(back.path()).toBe(`/workspace-admin/users/${user.id}`);
  });

  test('is not offered for another account of one’s own', async () => {
    const self = staffMember();
    const own = { email: self.email, auth0Id: 'auth0|2' };
    await open(aUserForStaff({ ...own, isSuspended: true, suspendedAt: ago(2) }), '', self);
    expect(screen.getByText('You')).toBeVisible();
    for (const name of ['Quarantine...', 'Unsuspend', 'Change the suspension']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });

  test('an undo that failed is said', async () => {
    const user = aUserForStaff({ isQuarantined: true, quarantinedAt: ago(2) });
    const { person } = await open(user);
    server.use(on(staffCalls.quarantineUser, refusal('DatabaseUnavailable')));
    await person.click(screen.getByRole('button', { name: 'Unquarantine' }));
    expect(await screen.findByText('Nothing was changed')).toBeVisible();
  });

  test('that the page could not be loaded again after an undo is said, and it can be', async () => {
    const user = aUserForStaff({ isSuspended: true, suspendedAt: ago(2) });
    const { person } = await open(user);
    server.use(
      on(staffCalls.suspendUser, outcome(user, false)),
      on(supportCalls.getUserForStaff, refusal('DatabaseUnavailable')),
    );
    await person.click(screen.getByRole('button', { name: 'Unsuspend' }));
    expect(await screen.findByText(`${user.email} is no longer suspended.`)).toBeVisible();
    expect(await screen.findByText('The user could not be loaded again')).toBeVisible();
    expect(screen.getByText(/^Suspended:/)).toBeVisible();
    server.use(on(supportCalls.getUserForStaff, { ...user, isSuspended: false, suspendedAt: null }));
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing keeps this person out of the portal.')).toBeVisible();
    expect(screen.queryByText('The user could not be loaded again')).toBeNull();
  });

  test('nobody locks themself out', async () => {
    const self = staffMember();
    await open(aUserForStaff({ id: self.id }), '', self);
    expect(screen.getByText('You')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Suspend...' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Quarantine...' })).toBeNull();
  });
});

describe('the lists', () => {
  const user = aUserForStaff();

  test('workspaces come first, with roles and states; they and their owners are links', async () => {
    const workspace = aWorkspaceOfUser({ isDefault: true });
    server.use(
      on(supportCalls.getUserForStaff, user),
      on(supportCalls.listWorkspacesOfUser, {
        workspaces: [workspace, aWorkspaceOfUser({ role: 'OWNER', deletedAt: ago(1), isDefault: true })],
        next: null,
      }),
    );
    await openAsStaff(`/workspace-admin/users/${user.id}`);
    await waitFor(() => expect(rowsOf('Workspaces')).toHaveLength(2));
    expect(screen.getByRole('tab', { name: 'Workspaces (2)' })).toHaveAttribute('aria-selected', 'true');
    expect(headersOf('Workspaces')).toEqual(['Display Name', 'State', 'Role', 'Owner', 'Instance Url', 'Member Since']);
    const { displayName, instanceUrl, owner } = workspace;
    expect(rowsOf('Workspaces')).toEqual([
      [displayName, 'RemoteDefault', 'Approver', owner.email, instanceUrl, '3 days ago'],
      [displayName, 'DeletedRemote', 'Owner', owner.email, instanceUrl, '3 days ago'],
    ]);
    const [link] = screen.getAllByRole('link', { name: displayName });
    expect(link).toHaveAttribute('href', `/workspace-admin/workspaces/${workspace.workspaceId}`);
  });

  test('API tokens: active, expired and revoked ones; which list is shown stands in the address', async () => {
    server.use(
      on(supportCalls.listAuthTokensOfUser, {
        authTokens: [
          aTokenForStaff({ lastUsedAt: ago(1) }),
          aTokenForStaff({ name: 'Old', expiresAt: ago(1) }),
          aTokenForStaff({ name: 'Lost', revokedAt: ago(1) }),
        ],
        next: null,
      }),
    );
    const { person, router } = await open(user);
    await person.click(screen.getByRole('tab', { name: 'API tokens (3)' }));
    await waitFor(() =>
      expect(rowsOf('API tokens')).toEqual([
        ['Deploy', 'Playground', 'Active', '3 days ago', 'in 5 days', '1 day ago'],
        ['Old', 'Playground', 'Expired', '3 days ago', '1 day ago', 'Never'],
        ['Lost', 'Playground', 'Revoked', '3 days ago', 'in 5 days', 'Never'],
      ]),
    );
    expect(router.state.location.search).toBe('?tab=tokens');
    expect(await findFaults()).toEqual([]);
  });

  test('sessions', async () => {
    server.use(on(supportCalls.listSessionsOfUser, { sessions: [aSession()], next: null }));
    await open(user, '?tab=sessions');
    await waitFor(() => expect(rowsOf('Sessions')).toEqual([['3 days ago', '1 day ago', 'in 5 days']]));
  });

  test('the audit trail, page by page', async () => {
    const first = anAuditEntry();
    const second = anAuditEntry({
      action: 'createWorkspace',
      subject: null,
      workspace: { workspaceId: ulid(), displayName: null },
      ip: null,
    });
    server.use(
      on(supportCalls.listAuditEntriesOfUser, ({ url }) =>
        url.searchParams.get('after') === null
          ? { entries: [first], next: first.id }
          : { entries: [second], next: null },
      ),
    );
    const { person } = await open(user, '?tab=audit');
    await person.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() =>
      expect(rowsOf('Audit trail').map(([, ...cells]) => cells)).toEqual([
        ['sam@systeminit.com suspended pat@example.com', '192.0.2.7', ''],
        [`sam@systeminit.com created ${second.workspace?.workspaceId ?? ''}`, '', ''],
      ]),
    );
  });

  test('that there is nothing is said in each', async () => {
    server.use(
      on(supportCalls.listAuthTokensOfUser, { authTokens: [], next: null }),
      on(supportCalls.listSessionsOfUser, { sessions: [], next: null }),
      on(supportCalls.listAuditEntriesOfUser, { entries: [], next: null }),
    );
    const { person } = await open(user);
    expect(await screen.findByText('A member of no workspace')).toBeVisible();
    for (const [tab, text] of [
      [/^API tokens/, 'Never made an API token'],
      [/^Sessions/, 'Logged in nowhere'],
      ['Audit trail', 'Nothing is in the audit log'],
    ] as const) {
      await person.click(screen.getByRole('tab', { name: tab }));
      expect(await screen.findByText(text)).toBeVisible();
    }
  });
});
