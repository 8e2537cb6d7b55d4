import { invitationCalls, workspaceCalls, type ListedInvitation } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { invitationsApi } from '../../../src/api/invitations.api.ts';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { aUser, aWorkspace, hiddenInvitation, myInvitation } from '@portal/contract/fixtures';
import { createGate } from '../../support/gate.ts';
import { paginatedHandler } from '../../support/paginated-handler.ts';
import { primaryButtons } from '../../support/primary-buttons.ts';
import { visit } from '../../support/render-portal.tsx';

const me = aUser();
const own = aWorkspace({ displayName: 'Playground' });
const compilers = aWorkspace({ displayName: 'Compilers', role: 'APPROVER' });
const invitation = myInvitation({ workspaceId: compilers.id });
const other = myInvitation({ workspaceName: 'Engines', inviter: null, role: 'EDITOR' });

/** Opens the workspaces page. The API's lists change with each answer. */
async function open(invitations: ListedInvitation[] = [invitation, other], user = me) {
  const open = [...invitations];
  const accepted: unknown[] = [];
  const workspaces = [own];
  const remove = (id: unknown) => open.splice(0, open.length, ...open.filter((entry) => entry.id !== id));
  server.use(
    mockCall(workspaceCalls.listWorkspaces, () => workspaces),
    mockCall(invitationCalls.listMyInvitations, () => open),
    mockCall(invitationCalls.acceptInvitation, ({ params }) => {
      accepted.push(params['invitationId']);
      remove(params['invitationId']);
      workspaces.push(compilers);
      return { workspaceId: compilers.id };
    }),
    mockCall(invitationCalls.declineInvitation, ({ params }) => {
      remove(params['invitationId']);
      return {};
    }),
  );
  return { ...(await visit('/workspaces', user)), remove, accepted };
}

const findCards = async () => within(await screen.findByRole('list', { name: 'Needs you' })).getAllByRole('listitem');
const accept = (name: string) => screen.getByRole('button', { name: `Accept the invitation to ${name}` });
const decline = (name: string) => screen.getByRole('button', { name: new RegExp(`Decline the invitation to ${name}`) });

/** Declines, which asks for a second click. */
async function declineTwice(name: string, ui: UserEvent) {
  await ui.click(decline(name));
  skipDoubleClickGuard();
  await ui.click(decline(name));
}

test('an invitation by a service account has its name', async () => {
  await open([myInvitation({ inviter: null, inviterServiceAccount: { name: 'Onboarding' } })]);
  expect((await findCards())[0]).toHaveTextContent('Onboarding (service account) invites you to join as');
});

test('invitations are cards above the list: workspace, who invites, role and expiry', async () => {
  await open();
  const [first, second] = await findCards();
  expect(first).toHaveTextContent(
    /CompilersGrace \(grace@example.com\) invites you to join as Approver\.Valid until \w+ \d+, \d{4}/,
  );
  expect(second).toHaveTextContent('You are invited to join as Collaborator.');
  const tile = screen.getByRole('link', { name: 'Create New Workspace' });
  expect(first?.compareDocumentPosition(tile)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(await screen.findByRole('heading', { level: 1, name: 'One Workspace' })).toBeVisible();
  expect(await findA11yViolations()).toEqual([]);
});

test('an accepted invitation becomes a workspace, with a message, and the focus moves to the heading', async () => {
  const { ui } = await open();
  await findCards();
  await ui.click(accept('Compilers'));
  expect(await screen.findByText('You joined Compilers.')).toBeVisible();
  const title = await screen.findByRole('heading', { level: 1, name: '2 Workspaces' });
  await waitFor(() => expect(title).toHaveFocus());
  await waitFor(async () => expect(await findCards()).toHaveLength(1));
  expect(screen.getByRole('link', { name: 'Go to workspace' })).toHaveAttribute(
    'href',
    `/workspace/${compilers.id}/go`,
  );
});

test('an invitation has the tile that the workspace has after joining', async () => {
  const { ui } = await open();
  const tileIn = (element: HTMLElement | null | undefined) => {
    const tile = element?.querySelector<HTMLElement>('.initials-tile');
    return [tile?.textContent, tile?.style.getPropertyValue('--hue')];
  };
  const before = tileIn((await findCards())[0]);
  expect(before).toEqual(['C', expect.stringMatching(/^\d+$/)]);
  await ui.click(accept('Compilers'));
  const joined = await screen.findByRole('link', { name: 'Compilers' });
  expect(tileIn(joined.closest('article'))).toEqual(before);
});

test('declining asks for a second click', async () => {
  const { ui } = await open();
  await findCards();
  await ui.click(decline('Engines'));
  expect(await findCards()).toHaveLength(2);
  skipDoubleClickGuard();
  await ui.click(decline('Engines'));
  expect(await screen.findByText('You declined the invitation to Engines.')).toBeVisible();
  await waitFor(async () => expect(await findCards()).toHaveLength(1));
  expect(await screen.findByRole('heading', { level: 1, name: 'One Workspace' })).toBeVisible();
});

test('a failed decline does not offer to join', async () => {
  const { ui } = await open();
  await findCards();
  server.use(mockCall(invitationCalls.declineInvitation, errorResponse('FreshLoginRequired')));
  await declineTwice('Engines', ui);
  expect(await screen.findByRole('alert')).toHaveTextContent('The invitation to Engines was not declined');
  expect(screen.queryByText(/to join Engines/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Log in again' })).toBeNull();
});

test('an invitation that expired meanwhile disappears, and the page says why', async () => {
  const { ui, remove } = await open();
  await findCards();
  remove(invitation.id);
  server.use(mockCall(invitationCalls.acceptInvitation, errorResponse('InvitationExpired')));
  await ui.click(accept('Compilers'));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The invitation to Compilers was not acceptedThis invitation has expired. Ask for a new one.',
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept the invitation to Compilers' })).toBeNull());
});

test('after a change of its role, the card shows the new one, and the acceptance carries it', async () => {
  const { ui } = await open([{ ...invitation, role: 'EDITOR' }]);
  await findCards();
  const bodies: unknown[] = [];
  server.use(
    mockCall(invitationCalls.acceptInvitation, errorResponse('InvitationChanged')),
    mockCall(invitationCalls.listMyInvitations, [invitation]),
  );
  await ui.click(accept('Compilers'));
  expect(await screen.findByText(/to join as Approver/)).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('The role in this invitation has changed');
  server.use(
    mockCall(invitationCalls.acceptInvitation, ({ body }) => {
      bodies.push(body);
      return { workspaceId: compilers.id };
    }),
  );
  skipDoubleClickGuard();
  await ui.click(accept('Compilers'));
  await waitFor(() => expect(bodies).toEqual([expect.objectContaining({ role: 'APPROVER' })]));
});

describe('an invitation of a mailbox that is not proven', () => {
  const emailButton = () => screen.getByRole('button', { name: 'Email me the link' });
  const link = hiddenInvitation();

  test('says only that it waits, and how to see it', async () => {
    await open([link]);
    const [card] = await findCards();
    expect(card).toHaveTextContent(
      /^An invitation for member@example.comOpen the link in the invitation email to see and accept it.Email me the link$/,
    );
    expect(within(card ?? document.body).getAllByRole('button')).toEqual([emailButton()]);
    expect(await findA11yViolations()).toEqual([]);
  });

  test('the link is emailed on request, and the card says what to do if none arrives', async () => {
    const { ui } = await open([link]);
    await findCards();
    const requested: unknown[] = [];
    server.use(
      mockCall(invitationCalls.emailInvitationLink, ({ params }) => {
        requested.push(params['invitationId']);
        return {};
      }),
    );
    await ui.click(emailButton());
    expect(await screen.findByText(/^A link is on its way to member@example.com\./)).toHaveTextContent(
      'If no email arrives, the mailbox may have stopped invitation emails.',
    );
    expect(requested).toEqual([link.id]);
  });

  test('a workspace that support prepared is no invitation, and the advice is to contact support', async () => {
    const { ui } = await open([{ ...link, kind: 'prepared' }]);
    const [card] = await findCards();
    expect(card).toHaveTextContent(
      /^A workspace for member@example.comWe set up a workspace for you. Open the link in the email about it to get it.Email me the link$/,
    );
    server.use(mockCall(invitationCalls.emailInvitationLink, {}));
    await ui.click(emailButton());
    expect(await screen.findByText(/^A link is on its way/)).toHaveTextContent('If no email arrives, contact support.');
    expect(within(card ?? document.body).getByRole('link', { name: 'contact support' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:/),
    );
    expect(card).not.toHaveTextContent(/invit/i);
    expect(await findA11yViolations()).toEqual([]);
  });

  test('a workspace that support prepared also goes to its owner by a new login, if that suffices', async () => {
    await open([{ ...hiddenInvitation('login'), kind: 'prepared' }]);
    const [card] = await findCards();
    expect(card).toHaveTextContent('Confirm it’s you to get it: log in again, or open the link in the email about it.');
  });

  test('a request that fails says so', async () => {
    const { ui } = await open([link]);
    await findCards();
    server.use(mockCall(invitationCalls.emailInvitationLink, errorResponse('TooManyRequests')));
    await ui.click(emailButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('The link was not sent');
    expect(screen.queryByText(/on its way/)).toBeNull();
  });

  test('offers a new login if that suffices, which returns to the page', async () => {
    const { ui, externalUrls } = await open([hiddenInvitation('login')]);
    const [card] = await findCards();
    expect(card).toHaveTextContent(
      'Confirm it’s you to see and accept it: log in again, or open the link in the invitation email.',
    );
    expect(primaryButtons()).toEqual([screen.getByRole('button', { name: 'Log in again' })]);
    expect(emailButton()).toBeVisible();
    await ui.click(screen.getByRole('button', { name: 'Log in again' }));
    expect(externalUrls).toEqual(['http://api.test/auth/login?fresh=1']);
    expect(sessionStorage.getItem('SI-LOGIN-REDIRECT')).toBe('/workspaces');
  });

  test('is shown in full once its link was opened', async () => {
    const { store } = await open([link]);
    await findCards();
    server.use(
      mockCall(invitationCalls.listMyInvitations, [invitation]),
      mockCall(invitationCalls.openInvitationLink, {
        status: 'open',
        invitation,
        neededEmail: null,
        workspaceId: null,
      }),
    );
    const opening = invitationsApi.endpoints.openInvitationLink.initiate({ body: { token: 'c2VjcmV0' } });
    await act(async () => void (await store.dispatch(opening)));
    await waitFor(() => expect(accept('Compilers')).toBeVisible());
  });
});

test('the list waits for the invitations, so that it does not move, but not for their error', async () => {
  const gate = createGate();
  server.use(
    mockCall(workspaceCalls.listWorkspaces, [own]),
    mockCall(invitationCalls.listMyInvitations, errorResponse('InternalError'), gate.wait),
  );
  await visit('/workspaces', aUser());
  await waitFor(() => expect(gate.arrivals).toBe(1));
  expect(screen.queryByRole('link', { name: 'Playground' })).toBeNull();
  gate.open();
  expect(await screen.findByRole('link', { name: 'Playground' })).toBeVisible();
  expect(await screen.findByText('Your invitations could not be loaded')).toBeVisible();
});

test('more invitations than fit on one page are all shown', async () => {
  server.use(
    mockCall(workspaceCalls.listWorkspaces, [own]),
    paginatedHandler(invitationCalls.listMyInvitations, { rows: [invitation, other], pageSize: 1 }),
  );
  await visit('/workspaces', aUser());
  await waitFor(async () => expect(await findCards()).toHaveLength(2));
});
