import { jest } from '@jest/globals';
import { invitationCalls, legalCalls, type User } from '@portal/contract';
import { screen } from '@testing-library/react';
import { mockCall, server } from '../support/api-server.ts';
import { findA11yViolations } from '../support/find-a11y-violations.ts';
import { aUser, aWorkspace, myInvitation, someLegalDocuments } from '@portal/contract/fixtures';
import { visit } from '../support/render-portal.tsx';

const notice = 'This product can only be used on a desktop computer.';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1';

beforeEach(() => {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(iPhone);
});

const path = '/invitations/c2VjcmV0';

const onTheWay: readonly (readonly [string, string, User | null, string])[] = [
  [path, path, null, 'You’re invited to a workspace'],
  ['/device', '/device', aUser(), 'Log in a device'],
  ['/login?cancelled=1', '/login', null, 'Welcome to System Initiative'],
  ['/signup', '/signup', null, 'Welcome to System Initiative'],
  [path, '/review-legal', aUser({ needsTosUpdate: true }), 'Review the legal documents'],
  [path, '/profile', aUser({ onboardingDetails: { reviewedProfile: null } }), 'Welcome To the product!'],
  [path, path, aUser({ emailVerified: false }), 'Verify your email to see this invitation'],
  ['/legal', '/legal', null, 'Legal'],
  ['/logout-success', '/logout-success', null, 'You have successfully logged out'],
  [path, '/quarantine-notice', aUser({ quarantinedAt: '2026-01-01T00:00:00.000Z' }), 'Account Quarantined'],
];

test.each(onTheWay)(
  'on a phone, %s opens %s, for an invitation, a device or on the way to them',
  async (from, to, user, heading) => {
    server.use(
      mockCall(legalCalls.getLegalDocuments, someLegalDocuments()),
      mockCall(invitationCalls.openInvitationLink, {
        status: 'unverified',
        invitation: null,
        neededEmail: null,
        workspaceId: null,
      }),
    );
    const { path: current } = await visit(from, user);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(current()).toBe(to);
    expect(screen.queryByText(notice)).not.toBeInTheDocument();
  },
);

test('on a phone, a user accepts an invitation, and then sees that they joined and need a desktop computer', async () => {
  const [invitation, joined] = [myInvitation(), aWorkspace()];
  server.use(
    mockCall(invitationCalls.openInvitationLink, {
      status: 'open',
      invitation,
      neededEmail: null,
      workspaceId: null,
    }),
    mockCall(invitationCalls.acceptInvitation, { workspaceId: joined.id }),
  );
  const { ui, path: current } = await visit(path, aUser());
  await ui.click(await screen.findByRole('button', { name: 'Accept the invitation to Compilers' }));
  expect(await screen.findByText(notice)).toBeVisible();
  expect(screen.getByText('You joined Compilers.')).toBeVisible();
  const link = new URL(`/workspace/${joined.id}/go`, window.location.origin).href;
  expect(screen.getByText('Open the workspace on a computer:')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Email it to me' })).toHaveAttribute(
    'href',
    `mailto:?body=${encodeURIComponent(link)}`,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'Please use a desktop computer' })).toHaveFocus();
  expect(current()).toBe('/workspaces');
  expect(await findA11yViolations()).toEqual([]);
});

test.each(['/workspaces', '/default_workspace', '/billing', '/workspace-admin', '/no/such/page'])(
  'on a phone, %s shows the notice and how to open an invitation, without the page',
  async (to) => {
    await visit(to, aUser());
    expect(await screen.findByText(notice)).toBeVisible();
    expect(screen.getByText(/you can read and accept invitations/)).toBeVisible();
    expect(screen.queryByRole('banner')).not.toBeInTheDocument();
  },
);
