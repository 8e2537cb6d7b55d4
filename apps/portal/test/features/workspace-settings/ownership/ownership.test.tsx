import { memberCalls, ownershipCalls, workspaceCalls, type OwnershipOffer } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../../support/double-click.ts';
import { createGate } from '../../../support/gate.ts';
import { aMember, anOwnershipOffer, aUser, aWorkspace } from '@portal/contract/fixtures';
import { colleague, lastChange, openSettings, owner } from '../../../support/open-settings.ts';
import { returnFromLogin, visit } from '../../../support/render-portal.tsx';

const newLoginUrl = 'http://api.test/auth/login?fresh=1';

const asOption = ({ nickname, email }: typeof colleague) => `${nickname} (${email})`;

beforeEach(() => sessionStorage.clear());

describe('the owner', () => {
  test('reads what a transfer means, chooses a member and sees the open offer', async () => {
    const { ui } = await openSettings();
    let offered: unknown;
    let offer: OwnershipOffer | null = null;
    server.use(
      mockCall(ownershipCalls.getOwnershipOffer, () => ({ offer, reassignment: null })),
      mockCall(ownershipCalls.offerOwnership, ({ body }) => {
        offered = body;
        offer = anOwnershipOffer({ to: { userId: colleague.userId, email: colleague.email, nickname: 'ann' } });
        return { offer };
      }),
      mockCall(ownershipCalls.withdrawOwnershipOffer, () => {
        offer = null;
        return {};
      }),
    );
    await ui.click(await screen.findByRole('button', { name: 'Transfer ownership...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Transfer ownership?' }));
    const [you, newOwner] = ['You', 'New owner'].map((name) => dialog.getByText(name, { selector: 'p' }).parentElement);
    expect(you).toHaveTextContent('OwnerbecomesApprover');
    expect(you).toHaveTextContent('Your card, subscription and invoices stay yours.');
    expect(newOwner).toHaveTextContent('MemberbecomesOwner');
    expect(newOwner).toHaveTextContent('Webhooks pause until they resume them.');
    expect(dialog.getByText('All API tokens and instance sessions keep working.')).toBeVisible();
    await ui.click(dialog.getByRole('button', { name: 'Offer ownership' }));
    expect(await dialog.findByText('This field is required')).toBeVisible();
    await ui.click(dialog.getByLabelText(/^New owner/));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).not.toContainEqual(
      expect.stringContaining(owner.email),
    );
    await ui.click(screen.getByRole('option', { name: asOption(colleague) }));
    expect(newOwner).toHaveTextContent('CollaboratorbecomesOwner');
    skipDoubleClickGuard();
    await ui.click(dialog.getByRole('button', { name: 'Offer ownership' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText(/^You offered ownership to/)).toHaveTextContent('ann@example.com');
    expect(offered).toMatchObject({ userId: colleague.userId });
    // The top of the page shows it, too, and the other row no longer offers a transfer.
    expect(screen.getByText('Your ownership offer is open')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the offer' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'transfer ownership first' })).toBeNull();
    const heading = screen.getByRole('heading', { name: 'Transfer ownership' });
    await waitFor(() => expect(heading).toHaveFocus());
    await ui.click(screen.getByRole('button', { name: 'Withdraw offer' }));
    expect(await screen.findByRole('button', { name: 'Transfer ownership...' })).toBeVisible();
    await waitFor(() => expect(heading).toHaveFocus());
    expect(await lastChange()).toHaveTextContent('The offer was withdrawn');
  });

  test('logs in again from the dialog and returns to it with the chosen member', async () => {
    const { ui, externalUrls, workspace } = await openSettings();
    server.use(mockCall(ownershipCalls.offerOwnership, errorResponse('FreshLoginRequired')));
    await ui.click(await screen.findByRole('button', { name: 'Transfer ownership...' }));
    await ui.click(await screen.findByLabelText(/^New owner/));
    await ui.click(await screen.findByRole('option', { name: asOption(colleague) }));
    await ui.click(screen.getByRole('button', { name: 'Offer ownership' }));
    await ui.click(await screen.findByRole('button', { name: 'Log in again' }));
    expect(externalUrls).toEqual([newLoginUrl]);
    const stored = JSON.parse(sessionStorage.getItem('SI-PENDING-ACTION') ?? '{}') as Record<string, unknown>;
    expect(stored).toMatchObject({ path: `/workspace/${workspace.id}`, state: { userId: colleague.userId } });
    await returnFromLogin(aUser({ id: String(stored['userId']) }));
    expect(await screen.findByLabelText(/^New owner/)).toHaveValue(asOption(colleague));
  });

  test('sees that support changes the owner, why and until when to object', async () => {
    const to = { userId: colleague.userId, email: 'ann@example.com', nickname: 'ann' };
    const state = { isOwnerNotified: true, needsConfirmation: false, effectiveAt: '2099-01-04T12:00:00.000Z' };
    const reassignment = { to, reason: 'Has left', ...state };
    server.use(mockCall(ownershipCalls.getOwnershipOffer, { offer: null, reassignment }));
    await openSettings();
    expect(
      await screen.findByText('Support plans to make ann (ann@example.com) the owner of this workspace.'),
    ).toBeVisible();
    expect(screen.getByText(/use the link in our email to object/)).toHaveTextContent('January 4, 2099');
    expect(screen.getByText('Reason: Has left')).toBeVisible();
  });

  test('sees that support has to confirm the change if the owner cannot be emailed', async () => {
    const to = { userId: colleague.userId, email: 'ann@example.com', nickname: 'ann' };
    const state = { isOwnerNotified: false, needsConfirmation: true, effectiveAt: null };
    const reassignment = { to, reason: 'Has left', ...state };
    server.use(mockCall(ownershipCalls.getOwnershipOffer, { offer: null, reassignment }));
    await openSettings();
    expect(await screen.findByText(/You stay the owner until support confirms the change/)).toBeVisible();
  });

  test('who was emailed sees that support has to confirm the change, and how to object', async () => {
    const to = { userId: colleague.userId, email: 'ann@example.com', nickname: 'ann' };
    const state = { isOwnerNotified: true, needsConfirmation: true, effectiveAt: null };
    const reassignment = { to, reason: 'Has left', ...state };
    server.use(mockCall(ownershipCalls.getOwnershipOffer, { offer: null, reassignment }));
    await openSettings();
    expect(await screen.findByText(/You stay the owner until support confirms the change/)).toHaveTextContent(
      'To stay the owner, use the link in our email to object.',
    );
  });

  test('sees without a reload when the email with the link to object was sent', async () => {
    const to = { userId: colleague.userId, email: 'ann@example.com', nickname: 'ann' };
    let effectiveAt: string | null = null;
    server.use(
      mockCall(ownershipCalls.getOwnershipOffer, () => ({
        offer: null,
        reassignment: {
          to,
          reason: 'Has left',
          isOwnerNotified: effectiveAt !== null,
          needsConfirmation: false,
          effectiveAt,
        },
      })),
    );
    await openSettings();
    expect(await screen.findByText(/We are emailing you a link to object/)).toBeVisible();
    effectiveAt = '2099-01-04T12:00:00.000Z';
    expect(await screen.findByText(/the link in our email/, {}, { timeout: 10_000 })).toBeVisible();
  });

  test('without another member is asked to invite one first, and a pending invitation is no choice', async () => {
    const workspace = aWorkspace();
    server.use(
      mockCall(workspaceCalls.getWorkspace, workspace),
      mockCall(memberCalls.listMembers, [owner, aMember({ pending: true })]),
    );
    const { ui } = await visit(`/workspace/${workspace.id}`, aUser());
    await ui.click(await screen.findByRole('button', { name: 'Transfer ownership...' }));
    expect(await screen.findByText(/^This workspace has no other member/)).toBeVisible();
  });

  test('sees the offer, and its withdrawal, before the page loads it again', async () => {
    const { ui } = await openSettings();
    const transfer = await screen.findByRole('button', { name: 'Transfer ownership...' });
    await waitFor(() => expect(transfer).not.toHaveAttribute('aria-disabled'));
    const gate = createGate();
    server.use(
      mockCall(ownershipCalls.offerOwnership, { offer: anOwnershipOffer({ to: { ...colleague, nickname: 'ann' } }) }),
      mockCall(ownershipCalls.withdrawOwnershipOffer, {}),
      mockCall(ownershipCalls.getOwnershipOffer, { offer: null, reassignment: null }, gate.wait),
    );
    await ui.click(transfer);
    await ui.click(await screen.findByLabelText(/^New owner/));
    await ui.click(await screen.findByRole('option', { name: asOption(colleague) }));
    await ui.click(screen.getByRole('button', { name: 'Offer ownership' }));
    expect(await screen.findByText(/^You offered ownership to/)).toHaveTextContent('ann@example.com');
    await ui.click(screen.getByRole('button', { name: 'Withdraw offer' }));
    expect(await screen.findByRole('button', { name: 'Transfer ownership...' })).toBeVisible();
  });

  test('finds the transfer from the section in which the workspace is deleted', async () => {
    const { ui, workspace } = await openSettings();
    const link = await screen.findByRole('link', { name: 'transfer ownership first' });
    expect(link).toHaveAttribute('href', `/workspace/${workspace.id}#transfer-ownership`);
    expect(document.querySelector('#transfer-ownership')).not.toBeNull();
    expect(document.querySelector('#delete-workspace')).not.toBeNull();
    await ui.click(link);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Transfer ownership' })).toHaveFocus());
  });
});

describe('a member', () => {
  const me = aUser();
  const token = { id: me.id, name: 'Release', principalName: 'Pipeline', lastUsedAt: null };
  async function openOffer() {
    let workspace = aWorkspace({ role: 'EDITOR' });
    let offer: OwnershipOffer | null = anOwnershipOffer({ to: { userId: me.id, email: me.email, nickname: 'mia' } });
    server.use(
      mockCall(workspaceCalls.getWorkspace, () => workspace),
      mockCall(memberCalls.listMembers, [owner, aMember({ userId: me.id, email: me.email })]),
      mockCall(ownershipCalls.getOwnershipOffer, () => ({
        offer,
        ...(offer && { remaining: { authTokens: [token], authTokenCount: 1 } }),
        reassignment: null,
      })),
      mockCall(ownershipCalls.declineOwnership, () => {
        offer = null;
        return {};
      }),
      mockCall(ownershipCalls.acceptOwnership, () => {
        offer = null;
        workspace = { ...workspace, role: 'OWNER' };
        return {};
      }),
    );
    const portal = await visit(`/workspace/${workspace.id}`, me);
    await screen.findByText(/wants to make you the owner of this workspace/);
    return { ...portal, workspace };
  }

  test('reads what the ownership means, and becomes the owner', async () => {
    const { ui } = await openOffer();
    expect(screen.queryByRole('button', { name: 'Transfer ownership...' })).toBeNull();
    await ui.click(screen.getByRole('button', { name: 'Accept...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Become the owner?' }));
    expect(dialog.getByText('You take over no card, subscription or invoice.')).toBeVisible();
    expect(dialog.getByText(/^You can edit and delete the workspace, .* and revoke any API token\.$/)).toBeVisible();
    const tokens = within(dialog.getByRole('region', { name: 'API tokens of service accounts that keep working' }));
    expect(tokens.getByText('Release as Pipeline')).toBeVisible();
    expect(tokens.getByText(/^Others may still have their secrets/)).toBeVisible();
    await ui.click(dialog.getByRole('button', { name: 'Become the owner' }));
    expect(await screen.findByText('You are now the owner of Playground.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Delete Workspace' })).toBeVisible();
    expect(screen.queryByText(/wants to make you the owner/)).toBeNull();
  });

  test('who became the owner sees no trace of the offer before the page loads it again', async () => {
    const { ui } = await openOffer();
    const gate = createGate();
    const stale = anOwnershipOffer({ to: { userId: me.id, email: me.email, nickname: 'mia' } });
    server.use(mockCall(ownershipCalls.getOwnershipOffer, { offer: stale, reassignment: null }, gate.wait));
    await ui.click(screen.getByRole('button', { name: 'Accept...' }));
    await ui.click(await screen.findByRole('button', { name: 'Become the owner' }));
    expect(await screen.findByText('You are now the owner of Playground.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByText(/wants to make you the owner/)).toBeNull();
    // Not "You offered ownership to" themselves.
    expect(await screen.findByRole('button', { name: 'Transfer ownership...' })).toBeVisible();
  });

  test('declines after a confirmation', async () => {
    const { ui } = await openOffer();
    const button = screen.getByRole('button', { name: 'Decline' });
    await ui.click(button);
    expect(screen.getByText(/wants to make you the owner/)).toBeVisible();
    skipDoubleClickGuard();
    await ui.click(button);
    expect(await screen.findByText('You declined the offer.')).toBeVisible();
    expect(screen.queryByText(/wants to make you the owner/)).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('logs in again to accept, and returns to the dialog', async () => {
    const { ui, externalUrls } = await openOffer();
    server.use(mockCall(ownershipCalls.acceptOwnership, errorResponse('FreshLoginRequired')));
    await ui.click(screen.getByRole('button', { name: 'Accept...' }));
    await ui.click(await screen.findByRole('button', { name: 'Become the owner' }));
    await ui.click(await screen.findByRole('button', { name: 'Log in again' }));
    expect(externalUrls).toEqual([newLoginUrl]);
    await returnFromLogin(me);
    expect(await screen.findByRole('dialog', { name: 'Become the owner?' })).toBeVisible();
  });

  test('finds the offer in the list of workspaces', async () => {
    const workspace = aWorkspace({ role: 'EDITOR' });
    const { from, expiresAt } = anOwnershipOffer();
    const offer = { workspaceId: workspace.id, workspaceName: 'Playground', from, expiresAt };
    server.use(
      mockCall(workspaceCalls.listWorkspaces, [workspace]),
      mockCall(ownershipCalls.listOwnershipOffers, { offers: [offer] }),
    );
    await visit('/workspaces', me);
    expect(await screen.findByText('olga (olga@example.com) wants to make you the owner of Playground.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Review offer for Playground' })).toHaveAttribute(
      'href',
      `/workspace/${workspace.id}`,
    );
  });
});
