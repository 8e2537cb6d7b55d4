import { adminCalls, type StaffHome } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { aStaffHome, aUserAccount } from '../../support/admin.ts';
import { aUserForStaff, daysAgo, daysAhead, visitAsStaff } from '../../support/admin-fixtures.ts';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';

async function openHome(home: StaffHome) {
  server.use(mockCall(adminCalls.getStaffHome, home));
  const portal = await visitAsStaff('/workspace-admin');
  // The skeleton has the headings, too.
  await screen.findByRole('link', { name: 'View report' });
  return portal;
}

const groupNames = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const rowsOf = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const user = (email: string) => ({ userId: aUserAccount().id, email });
const workspaceId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

test('the home is calm when nothing needs staff', async () => {
  await openHome(aStaffHome());
  expect(await screen.findByText('Nothing needs you.')).toBeVisible();
  expect(screen.queryByRole('heading', { level: 3 })).toBeNull();
  expect(screen.getByText(/in the last 7 days, 0 in the 7 days before$/)).toHaveTextContent(/^0 in/);
  expect(await findA11yViolations()).toEqual([]);
});

test('the home lists what needs staff, the most urgent first, each with a link to where they act', async () => {
  const locked = user('locked@example.com');
  await openHome(
    aStaffHome({
      endingLocks: {
        count: 1,
        rows: [{ ...locked, kind: 'suspension', since: daysAgo(9), until: daysAhead(2), reason: 'Debt' }],
      },
      openQuarantines: {
        count: 7,
        rows: [
          {
            ...user('q@example.com'),
            kind: 'quarantine',
            since: '2026-03-04T12:00:00.000Z',
            until: null,
            reason: null,
          },
        ],
      },
      quarantinedWorkspaces: {
        count: 2,
        rows: [{ workspaceId, displayName: 'Playground', since: '2026-03-04T12:00:00.000Z', reason: 'Mines coins' }],
      },
      failedPayments: {
        count: 1000,
        rows: [{ ...user('debt@example.com'), paymentDetailsSet: false, isSuspended: true }],
      },
      rejectedInvitations: {
        count: 1,
        rows: [{ workspaceId, displayName: 'Playground', email: 'nobody@example.com', rejectedAt: daysAgo(1) }],
      },
      waitingEmails: {
        count: 1,
        rows: [{ id: ulid(), ...user('wait@example.com'), kind: 'newDevice', since: daysAgo(1) }],
      },
      failedJobs: { count: 3, rows: [{ task: 'sendLogoutTokens', count: 3, since: '2026-03-04T12:00:00.000Z' }] },
    }),
  );
  expect(groupNames()).toEqual([
    'Restrictions that end soon 1',
    'Failed jobs 3',
    'Failed payments 1,000 or more',
    'Emails not delivered 1',
    'Rejected invitation emails 1',
    'Quarantined accounts without an end date 7',
    'Quarantined workspaces 2',
  ]);
  expect(rowsOf('Restrictions that end soon')).toEqual([
    'The suspension of locked@example.com ends in 2 days · DebtView user locked@example.com',
  ]);
  expect(rowsOf('Failed jobs')[0]).toMatch(/^Send logout tokens: 3 jobs, the oldest from March 4, 2026 /);
  expect(rowsOf('Failed payments')).toEqual([
    'debt@example.com is past due · No payment method SuspendedView user debt@example.com',
  ]);
  expect(rowsOf('Emails not delivered')).toEqual([
    'New device to wait@example.com, since 1 day agoView user wait@example.com',
  ]);
  expect(rowsOf('Rejected invitation emails')).toEqual([
    'The mail server of nobody@example.com rejected the invitation to Playground · 1 day agoView workspace Playground',
  ]);
  expect(screen.getByRole('link', { name: 'View user locked@example.com' })).toHaveAttribute(
    'href',
    `/workspace-admin/users/${locked.userId}`,
  );
  expect(screen.getByRole('link', { name: 'View quarantined users' })).toHaveAttribute(
    'href',
    '/workspace-admin?section=account-quarantine',
  );
  expect(screen.getByRole('link', { name: 'View quarantined workspaces' })).toHaveAttribute(
    'href',
    '/workspace-admin?section=workspace-quarantine',
  );
  expect(await findA11yViolations()).toEqual([]);
});

test('the sign-ups of the week are beside those of the week before', async () => {
  const latest = user('ada@example.com');
  await openHome(
    aStaffHome({
      signUps: { count: 1234, previousCount: 900, rows: [{ ...latest, signupMethod: 'GitHub', signupAt: daysAgo(1) }] },
    }),
  );
  expect(screen.getByText(/in the last 7 days/)).toHaveTextContent(
    '1,234 in the last 7 days, 900 in the 7 days before',
  );
  expect(within(screen.getByRole('list', { name: 'Newest signups' })).getByRole('link')).toHaveAttribute(
    'href',
    `/workspace-admin/users/${latest.userId}`,
  );
  expect(screen.getByRole('link', { name: 'View report' })).toHaveAttribute(
    'href',
    '/workspace-admin?section=sign-ups',
  );
});

test('a home that fails leaves the search and the recent users, and can be tried again', async () => {
  server.use(mockCall(adminCalls.getStaffHome, errorResponse('InternalError')));
  const { ui } = await visitAsStaff('/workspace-admin');
  expect(await screen.findByText('The admin home could not be loaded')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Recently opened users' })).toBeVisible();
  server.use(mockCall(adminCalls.getStaffHome, aStaffHome()));
  await ui.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing needs you.')).toBeVisible();
});

test('each read of the home is audited, so coming back from a user reads it only after a change', async () => {
  let reads = 0;
  server.use(
    mockCall(adminCalls.getStaffHome, () => ((reads += 1), aStaffHome())),
    mockCall(adminCalls.getUserForStaff, aUserForStaff()),
    mockCall(adminCalls.listWorkspacesOfUser, { workspaces: [], next: null }),
  );
  const { router } = await visitAsStaff('/workspace-admin');
  await screen.findByText('Nothing needs you.');
  await act(() => router.navigate(`/workspace-admin/users/${aUserForStaff().id}`));
  await screen.findByRole('heading', { level: 1, name: 'Pat Person' });
  await act(() => router.navigate('/workspace-admin'));
  await screen.findByText('Nothing needs you.');
  await waitFor(() => expect(reads).toBe(1));
});
