import { invitationCalls, legalCalls, workspaceCalls, type OpenedInvitation, type User } from '@portal/contract';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { markEmailVerified } from '../../../src/api/session.api.ts';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { aUser, aWorkspace, myInvitation, someLegalDocuments } from '@portal/contract/fixtures';
import { setPortalReferrer } from '../../support/referrer.ts';
import { visit } from '../../support/render-portal.tsx';

const path = '/invitations/c2VjcmV0';
const invitation = myInvitation();

const opened = (overrides: Partial<OpenedInvitation>): OpenedInvitation => ({
  status: 'unknown',
  invitation: null,
  neededEmail: null,
  workspaceId: null,
  ...overrides,
});

const open = (result: Partial<OpenedInvitation>, user: User | null = aUser()) => {
  server.use(
    mockCall(invitationCalls.openInvitationLink, opened(result)),
    mockCall(workspaceCalls.listWorkspaces, [aWorkspace()]),
  );
  return visit(path, user);
};

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const link = (name: string) => screen.getByRole('link', { name });

describe('without a login, the page of an invitation link', () => {
  test.each([
    ['Log in', 'http://api.test/auth/login?invitation=c2VjcmV0'],
    ['Sign up', 'http://api.test/auth/login?signup=1&invitation=c2VjcmV0'],
  ])('offers to %s and is opened again afterwards', async (name, url) => {
    const { ui, externalUrls } = await open({}, null);
    expect(await heading('You’re invited to a workspace')).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Invitation · System Initiative'));
    await ui.click(button(name));
    expect(externalUrls).toEqual([url]);
    expect(sessionStorage.getItem('SI-LOGIN-REDIRECT')).toBe(path);
  });

  test('has the invited email also after the user went back from the identity provider', async () => {
    const invited = await open({}, null);
    await heading('You’re invited to a workspace');
    await invited.ui.click(button('Log in'));
    cleanup();
    const { ui, externalUrls } = await visit('/login?cancelled=1', null);
    expect(await screen.findByText('You didn’t finish logging in.')).toBeVisible();
    expect(screen.getByText(/the email address that received your invitation/)).toBeVisible();
    await ui.click(button('Log in'));
    await ui.click(button('Sign up'));
    expect(externalUrls).toEqual([
      'http://api.test/auth/login?invitation=c2VjcmV0',
      'http://api.test/auth/login?signup=1&invitation=c2VjcmV0',
    ]);
  });

  test('shows nothing about an invitation that cannot be accepted', async () => {
    await open({ status: 'open', invitation }, null);
    await heading('You’re invited to a workspace');
    expect(document.body).not.toHaveTextContent(/Compilers|grace/i);
  });
});

test('without a login, a link that can no longer be accepted offers no new account', async () => {
  server.use(mockCall(invitationCalls.previewInvitationLink, { isOpen: false, invitation: null }));
  const { ui, externalUrls } = await open({}, null);
  expect(await heading('This link can’t be used')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign up' })).toBeNull();
  expect(await findA11yViolations()).toEqual([]);
  await ui.click(button('Log in'));
  expect(externalUrls).toEqual(['http://api.test/auth/login?invitation=c2VjcmV0']);
});

const preview = {
  workspaceName: 'Compilers',
  role: 'APPROVER',
  inviterName: 'Grace',
  expiresAt: '2030-01-01T00:00:00Z',
} as const;

describe('without a login, the page of a pending invitation', () => {
  async function openPending() {
    server.use(mockCall(invitationCalls.previewInvitationLink, { isOpen: true, invitation: preview }));
    const portal = await open({}, null);
    await heading('Join Compilers');
    return portal;
  }

  test('names the inviter, the workspace and the role', async () => {
    await openPending();
    expect(screen.getByText('Grace').closest('p')).toHaveTextContent(
      'Grace invites you to join Compilers as Approver.',
    );
    expect(screen.getByText(/^To join, log in/)).toHaveTextContent(
      'To join, log in within 15 minutes with the email address that received this invitation. If you sign up, also agree to the terms and verify your email in that time.',
    );
    expect(await findA11yViolations()).toEqual([]);
  });

  test.each([
    ['Accept and log in', 'http://api.test/auth/login?invitation=c2VjcmV0'],
    ['Accept and sign up', 'http://api.test/auth/login?signup=1&invitation=c2VjcmV0'],
  ])('sends the acceptance with the role before the login: %s', async (name, url) => {
    const { ui, externalUrls } = await openPending();
    const bodies: unknown[] = [];
    server.use(
      mockCall(invitationCalls.intendAcceptance, ({ body }) => {
        bodies.push(body);
        return {};
      }),
    );
    await ui.click(button(name));
    await waitFor(() => expect(externalUrls).toEqual([url]));
    expect(bodies).toEqual([expect.objectContaining({ token: 'c2VjcmV0', role: 'APPROVER' })]);
    expect(sessionStorage.getItem('SI-LOGIN-REDIRECT')).toBe(`${path}?accepted`);
  });

  test('can be left to a decision after the login', async () => {
    const { ui, externalUrls } = await openPending();
    await ui.click(button('Log in to decide'));
    expect(externalUrls).toEqual(['http://api.test/auth/login?invitation=c2VjcmV0']);
    expect(sessionStorage.getItem('SI-LOGIN-REDIRECT')).toBe(path);
  });

  test('shows the new role if the owner changed it, and does not log in', async () => {
    const { ui, externalUrls } = await openPending();
    server.use(
      mockCall(invitationCalls.intendAcceptance, errorResponse('InvitationChanged')),
      mockCall(invitationCalls.previewInvitationLink, { isOpen: true, invitation: { ...preview, role: 'EDITOR' } }),
    );
    await ui.click(button('Accept and log in'));
    expect(await screen.findByText(/as Collaborator/)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('The role in this invitation has changed.');
    expect(externalUrls).toEqual([]);
  });

  test.each(['/review-legal', '/profile'])('is named on %s, which is on the way to it', async (page) => {
    sessionStorage.setItem('SI-LOGIN-REDIRECT', path);
    const { versionId } = someLegalDocuments();
    const user = aUser({
      needsTosUpdate: page === '/review-legal',
      onboardingDetails: { reviewedProfile: null },
    });
    server.use(
      mockCall(invitationCalls.previewInvitationLink, { isOpen: true, invitation: preview }),
      mockCall(legalCalls.getLegalDocuments, { ...someLegalDocuments(), versionId }),
    );
    await visit(page, user);
    expect(await screen.findByText(/You’ll return to the invitation after this page/)).toHaveTextContent(
      'Grace invites you to join Compilers as Approver.',
    );
  });
});

describe('with a login, the page of an invitation link', () => {
  test('sends the token in the body only, and shows who invites the user, as what and until when', async () => {
    const bodies: unknown[] = [];
    server.use(
      mockCall(invitationCalls.openInvitationLink, ({ body, url }) => {
        bodies.push(body);
        expect(url.href).not.toContain('c2VjcmV0');
        return opened({ status: 'open', invitation });
      }),
    );
    await visit(path, aUser());
    await heading('Join Compilers');
    expect(screen.getByText('Grace').closest('p')).toHaveTextContent(
      'Grace (grace@example.com) invites you to join as Approver.',
    );
    expect(screen.getByText(/^Valid until/)).toBeVisible();
    expect(screen.getByText(/^Approver: /)).toHaveTextContent('approves changes');
    expect(screen.getByText(/^You’ll join as/)).toHaveTextContent(aUser().email);
    expect(bodies).toEqual([expect.objectContaining({ token: 'c2VjcmV0' })]);
    await waitFor(() => expect(document.title).toBe('Compilers · Invitation · System Initiative'));
    expect(await findA11yViolations()).toEqual([]);
  });

  test('says only that the user is invited if the inviter no longer exists', async () => {
    await open({ status: 'open', invitation: { ...invitation, inviter: null } });
    await heading('Join Compilers');
    expect(screen.getByText('You are invited to join as Approver.')).toBeVisible();
  });

  test('leads to the workspaces after an acceptance, with a message', async () => {
    const { ui, path: current } = await open({ status: 'open', invitation });
    await heading('Join Compilers');
    const accepted: unknown[] = [];
    const joined = aWorkspace();
    server.use(
      mockCall(invitationCalls.acceptInvitation, ({ params }) => {
        accepted.push(params['invitationId']);
        return { workspaceId: joined.id };
      }),
    );
    await ui.click(button('Accept the invitation to Compilers'));
    expect(await screen.findByText('You joined Compilers.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to workspace' })).toHaveAttribute('href', `/workspace/${joined.id}/go`);
    expect(current()).toBe('/workspaces');
    expect(accepted).toEqual([invitation.id]);
  });

  test('asks for a second click to decline, then leads to the workspaces', async () => {
    const { ui, path: current } = await open({ status: 'open', invitation });
    await heading('Join Compilers');
    server.use(mockCall(invitationCalls.declineInvitation, {}));
    const decline = button(/Decline the invitation to Compilers/);
    await ui.click(decline);
    expect(decline).toHaveTextContent('You sure? Click again to confirm');
    skipDoubleClickGuard();
    await ui.click(decline);
    expect(await screen.findByText('You declined the invitation to Compilers.')).toBeVisible();
    expect(current()).toBe('/workspaces');
  });

  test('shows the new role if the owner changed it, and sends the one that the user then accepts', async () => {
    const { ui } = await open({ status: 'open', invitation: { ...invitation, role: 'EDITOR' } });
    await heading('Join Compilers');
    const bodies: unknown[] = [];
    server.use(
      mockCall(invitationCalls.acceptInvitation, errorResponse('InvitationChanged')),
      mockCall(invitationCalls.openInvitationLink, opened({ status: 'open', invitation })),
    );
    await ui.click(button('Accept the invitation to Compilers'));
    expect(await screen.findByText(/to join as Approver/)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(
      'The invitation to Compilers was not acceptedThe role in this invitation has changed. Accept it again if you agree.',
    );
    server.use(
      mockCall(invitationCalls.acceptInvitation, ({ body }) => {
        bodies.push(body);
        return { workspaceId: aWorkspace().id };
      }),
    );
    skipDoubleClickGuard();
    await ui.click(button('Accept the invitation to Compilers'));
    expect(await screen.findByText('You joined Compilers.')).toBeVisible();
    expect(bodies).toEqual([expect.objectContaining({ role: 'APPROVER' })]);
  });

  test('shows the new state of an invitation that ended before it was accepted', async () => {
    const { ui } = await open({ status: 'open', invitation });
    await heading('Join Compilers');
    server.use(
      mockCall(invitationCalls.acceptInvitation, errorResponse('InvitationEnded')),
      mockCall(invitationCalls.openInvitationLink, opened({ status: 'cancelled' })),
    );
    await ui.click(button('Accept the invitation to Compilers'));
    const title = await heading('This invitation was cancelled');
    await waitFor(() => expect(title).toHaveFocus());
  });

  test('names the account that the invitation is for, and returns after the logout', async () => {
    const {
      ui,
      path: current,
      externalUrls,
    } = await open({
      status: 'wrongAccount',
      neededEmail: 'ivan@example.com',
    });
    await heading('This invitation is for another account');
    expect(screen.getByText(/^It invites/)).toHaveTextContent(
      'It invites ivan@example.com. You are logged in as member@example.com.',
    );
    expect(link('Go to your workspaces')).toHaveAttribute('href', '/workspaces');
    expect(await findA11yViolations()).toEqual([]);
    await ui.click(link('Log out and switch account'));
    await waitFor(() => expect(externalUrls).toEqual(['http://api.test/auth/logout']));
    expect(current()).toBe('/logout');
  });

  test('opens the link again when the email is verified', async () => {
    const unverified = aUser({ emailVerified: false });
    const { store } = await open({ status: 'unverified' }, unverified);
    await heading('Verify your email to see this invitation');
    expect(button('Resend Email')).toBeVisible();
    server.use(mockCall(invitationCalls.openInvitationLink, opened({ status: 'open', invitation })));
    act(() => void store.dispatch(markEmailVerified()));
    expect(await heading('Join Compilers')).toBeVisible();
  });

  test('hands over a workspace that was set up for the address, which the list then shows', async () => {
    const workspace = aWorkspace();
    const { ui } = await open({ status: 'claimed', workspaceId: workspace.id });
    await heading('The workspace is yours');
    expect(screen.getByText(/is now in your list/)).toBeVisible();
    expect(link('Go to workspace')).toHaveAttribute('href', `/workspace/${workspace.id}/go`);
    expect(await findA11yViolations()).toEqual([]);
    server.use(mockCall(workspaceCalls.listWorkspaces, [workspace]), mockCall(invitationCalls.listMyInvitations, []));
    await ui.click(link('Go to your workspaces'));
    expect((await screen.findAllByText(workspace.displayName))[0]).toBeVisible();
  });

  test('leads a member to the workspace, and names it', async () => {
    const workspace = aWorkspace({ displayName: 'Staging' });
    server.use(
      mockCall(invitationCalls.openInvitationLink, opened({ status: 'alreadyMember', workspaceId: workspace.id })),
      mockCall(workspaceCalls.listWorkspaces, [workspace]),
    );
    await visit(path, aUser());
    await heading('You are already a member of Staging');
    expect(link('Go to workspace')).toHaveAttribute('href', `/workspace/${workspace.id}/go`);
  });

  test.each([
    ['expired', 'This invitation has expired', /send it again/],
    ['notOpen', 'This invitation has ended', /for another account/],
    ['declined', 'You declined this invitation', /new invitation/],
    ['cancelled', 'This invitation was cancelled', /new invitation/],
    ['accepted', 'You’ve already used this invitation', /new invitation/],
    ['unavailable', 'This invitation can’t be used', /^Ask for a new one\.$/],
    ['unknown', 'This link can’t be used', /latest invitation email/],
  ] as const)('says that the invitation is %s, and what to do', async (status, title, text) => {
    await open({ status });
    expect(await heading(title)).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(link('Go to your workspaces')).toHaveAttribute('href', '/workspaces');
  });

  test('can be tried again after an error', async () => {
    server.use(mockCall(invitationCalls.openInvitationLink, errorResponse('InternalError')));
    const { ui } = await visit(path, aUser());
    expect(await screen.findByText('The invitation could not be opened')).toBeVisible();
    server.use(mockCall(invitationCalls.openInvitationLink, opened({ status: 'expired' })));
    await ui.click(button('Try again'));
    expect(await heading('This invitation has expired')).toBeVisible();
  });
});

describe('a new user who came by an invitation link', () => {
  test.each([
    ['/review-legal', aUser({ needsTosUpdate: true })],
    ['/profile', aUser({ onboardingDetails: { reviewedProfile: null } })],
  ])('is sent to %s first, and the link is stored', async (expected, user) => {
    server.use(mockCall(legalCalls.getLegalDocuments, someLegalDocuments()));
    const { path: current } = await open({ status: 'open', invitation }, user);
    await waitFor(() => expect(current()).toBe(expected));
    expect(sessionStorage.getItem('SI-LOGIN-REDIRECT')).toBe(path);
  });
});

describe('after a logout', () => {
  test('to switch accounts, the invitation is opened again, once', async () => {
    const { ui, externalUrls } = await open({ status: 'wrongAccount', neededEmail: 'ivan@example.com' });
    await heading('This invitation is for another account');
    await ui.click(link('Log out and switch account'));
    await waitFor(() => expect(externalUrls).toEqual(['http://api.test/auth/logout']));
    cleanup();
    const { path: current } = await visit('/logout-success', null);
    await waitFor(() => expect(current()).toBe(path));
    expect(await heading('You’re invited to a workspace')).toBeVisible();
    cleanup();
    await visit('/logout-success', null);
    expect(await heading('You have successfully logged out')).toBeVisible();
  });

  test('by the menu, the invitation is not opened', async () => {
    sessionStorage.setItem('SI-LOGOUT-REDIRECT', path);
    setPortalReferrer();
    const { externalUrls } = await visit('/logout', aUser());
    await waitFor(() => expect(externalUrls).toEqual(['http://api.test/auth/logout']));
    cleanup();
    await visit('/logout-success', null);
    expect(await heading('You have successfully logged out')).toBeVisible();
  });
});
