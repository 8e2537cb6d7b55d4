import { invitationCalls, legalCalls, workspaceCalls, type OpenedInvitation, type User } from '@portal/contract';
import { aUser, aWorkspace, myInvitation, someLegalDocuments } from '@portal/contract/fixtures';
import { act, screen, waitFor } from '@testing-library/react';
import { markEmailVerified } from '../../../src/api/session.api.ts';
import { mockCall, server } from '../../support/api-server.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { visit } from '../../support/render-portal.tsx';

const path = '/invitations/c2VjcmV0';
const invitation = myInvitation();
const preview = {
  workspaceName: 'Compilers',
  role: 'APPROVER',
  inviterName: 'Grace',
  expiresAt: '2030-01-01T00:00:00Z',
} as const;

const opened = (overrides: Partial<OpenedInvitation>): OpenedInvitation => ({
  status: 'unknown',
  invitation: null,
  neededEmail: null,
  workspaceId: null,
  ...overrides,
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('after a login before which the user accepted, the page of an invitation link', () => {
  const workspace = aWorkspace({ displayName: 'Staging' });
  const openAccepted = (result: Partial<OpenedInvitation>, user = aUser()) => {
    server.use(
      mockCall(invitationCalls.openInvitationLink, opened(result)),
      mockCall(workspaceCalls.listWorkspaces, [workspace]),
    );
    return visit(`${path}?accepted`, user);
  };

  test('says that the user joined', async () => {
    await openAccepted({ status: 'alreadyMember', workspaceId: workspace.id });
    await heading('You joined Staging');
    expect(screen.getByRole('link', { name: 'Go to workspace' })).toHaveAttribute(
      'href',
      `/workspace/${workspace.id}/go`,
    );
  });

  test('says that the user has to accept again if the login did not complete it', async () => {
    await openAccepted({ status: 'open', invitation });
    await heading('Join Compilers');
    expect(screen.getByText(/^You have not joined yet\. Accept once more: more than 15 minutes/)).toBeVisible();
  });

  test('names inviter and workspace while the email is not verified, and says that the user joined afterwards', async () => {
    server.use(mockCall(invitationCalls.previewInvitationLink, { isOpen: true, invitation: preview }));
    const { store } = await openAccepted({ status: 'unverified' }, aUser({ emailVerified: false }));
    await heading('Verify your email to join');
    expect(await screen.findByText('Grace')).toBeVisible();
    expect(screen.getByText(/then return to this page/)).toHaveTextContent(
      'You join within 15 minutes after you accepted; later, you accept here.',
    );
    expect(document.body).not.toHaveTextContent(/you joined/i);
    expect(await findA11yViolations()).toEqual([]);
    const workspaceId = workspace.id;
    server.use(mockCall(invitationCalls.openInvitationLink, opened({ status: 'alreadyMember', workspaceId })));
    act(() => void store.dispatch(markEmailVerified()));
    await heading('You joined Staging');
  });
});

describe('on the way to an invitation that the user accepted before the login', () => {
  const newcomer = (overrides: Partial<User>) => aUser({ onboardingDetails: { reviewedProfile: null }, ...overrides });
  const invited = 'Grace invites you to join Compilers as Approver.';

  async function visitOnTheWay(page: '/review-legal' | '/profile', user: User) {
    sessionStorage.setItem('SI-LOGIN-REDIRECT', `${path}?accepted`);
    server.use(
      mockCall(invitationCalls.previewInvitationLink, { isOpen: true, invitation: preview }),
      mockCall(legalCalls.getLegalDocuments, someLegalDocuments()),
    );
    return visit(page, user);
  }

  test.each([
    ['/review-legal', { needsTosUpdate: true }, 'agree to the terms'],
    ['/review-legal', { needsTosUpdate: true, emailVerified: false }, 'agree to the terms and verify your email'],
    ['/profile', { emailVerified: false }, 'verify your email'],
  ] as const)('%s says what is left: %j', async (page, user, steps) => {
    await visitOnTheWay(page, newcomer(user));
    expect(await screen.findByText(/To join/)).toHaveTextContent(
      `${invited} You accepted it. To join, ${steps} within 15 minutes of that. This account must have the invited email address.`,
    );
    expect(document.body).not.toHaveTextContent(/you joined/i);
    expect(await findA11yViolations()).toEqual([]);
  });

  test('the profile says that the user joined, and still names inviter and workspace, when the email is verified', async () => {
    const { store } = await visitOnTheWay('/profile', newcomer({ emailVerified: false }));
    await screen.findByText(/To join/);
    server.use(
      mockCall(invitationCalls.openInvitationLink, opened({ status: 'alreadyMember', workspaceId: aWorkspace().id })),
      mockCall(invitationCalls.previewInvitationLink, { isOpen: true, invitation: null }),
    );
    act(() => void store.dispatch(markEmailVerified()));
    expect(await screen.findByText(/^You joined/)).toHaveTextContent(
      'You joined Compilers as Approver. Grace invited you.',
    );
    expect(screen.queryByText(/To join/)).toBeNull();
    expect(await findA11yViolations()).toEqual([]);
  });

  test('the profile says so, too, if it is loaded after the acceptance', async () => {
    server.use(
      mockCall(invitationCalls.openInvitationLink, opened({ status: 'alreadyMember', workspaceId: aWorkspace().id })),
    );
    const visiting = visitOnTheWay('/profile', newcomer({}));
    server.use(mockCall(invitationCalls.previewInvitationLink, { isOpen: true, invitation: null }));
    await visiting;
    expect(await screen.findByText('You joined the workspace that you were invited to.')).toBeVisible();
  });

  test.each([
    ['open', 'You have not joined yet: accept once more after this page.'],
    ['wrongAccount', 'You’ll return to the invitation after this page.'],
  ] as const)('the profile does not say that the user joined if the invitation is %s', async (status, text) => {
    const result = status === 'open' ? { invitation } : { neededEmail: 'ivan@example.com' };
    server.use(mockCall(invitationCalls.openInvitationLink, opened({ status, ...result })));
    await visitOnTheWay('/profile', newcomer({}));
    await waitFor(() => expect(screen.getByText('Grace').closest('div')).toHaveTextContent(text));
    expect(document.body).not.toHaveTextContent(/you joined/i);
  });
});
