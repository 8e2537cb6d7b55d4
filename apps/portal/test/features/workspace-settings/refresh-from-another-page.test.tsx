import { authTokenCalls, featureFlagCalls, memberCalls, sessionCalls, workspaceCalls } from '@portal/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { mockCall, server } from '../../support/api-server.ts';
import { setPortalReferrer } from '../../support/referrer.ts';
import { jest } from '@jest/globals';
import { createGate } from '../../support/gate.ts';
import { pause } from '../../support/pause.ts';
import { aMember, aToken, aUser, aWorkspace } from '@portal/contract/fixtures';
import { routesWith, visit } from '../../support/render-portal.tsx';
import { aTokenList } from '../../support/token-list.ts';

const user = aUser();
const owner = aMember({ email: 'zoe@example.com', role: 'OWNER' });
const ann = aMember({ email: 'ann@example.com' });
const bob = aMember({ email: 'bob@example.com' });

async function open(pages?: RouteObject[]) {
  const workspace = aWorkspace({ instanceEnvType: 'PRIVATE', instanceUrl: 'https://si.example.com' });
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(workspaceCalls.listWorkspaces, [workspace]),
    mockCall(memberCalls.listMembers, [owner, ann, bob]),
    mockCall(featureFlagCalls.listFeatureFlags, { auth_portal_admin_page: false, 'approvals-opt-in-out': true }),
  );
  const portal = await visit(`/workspace/${workspace.id}`, user, 0, pages);
  await screen.findByText(ann.email);
  const refresh = `https://si.example.com/refresh-auth?workspaceId=${workspace.id}`;
  return { workspace, refresh, ...portal };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Changes Ann's role and leaves the page while the change is pending. */
async function leaveWhileChanging({ ui }: Opened, leave: () => Promise<unknown>) {
  const gate = createGate();
  server.use(mockCall(memberCalls.changeMemberRole, [owner, { ...ann, role: 'APPROVER' }, bob], gate.wait));
  await ui.selectOptions(screen.getByLabelText('Role of ann@example.com'), 'Approver');
  await waitFor(() => expect(gate.arrivals).toBe(1));
  await leave();
  gate.open();
}

describe('the trip to the instance after a change, once the user is on another page,', () => {
  test.each([
    ['a role', () => screen.getByLabelText('Role of bob@example.com')],
    ['the approvals', () => screen.getByRole('button', { name: 'Enable Workspace Approvals' })],
  ])('does not abort a pending change of %s', async (_what, control) => {
    const opened = await open();
    const { ui, externalUrls, refresh, workspace } = opened;
    const gate = createGate();
    await screen.findByRole('button', { name: 'Enable Workspace Approvals' });
    server.use(
      mockCall(memberCalls.changeMemberRole, [owner, ann, { ...bob, role: 'APPROVER' }], gate.wait),
      mockCall(workspaceCalls.setApprovals, { ...workspace, approvalsEnabled: true }, gate.wait),
    );
    if (control().tagName === 'SELECT') await ui.selectOptions(control(), 'Approver');
    else await ui.click(control());
    await waitFor(() => expect(gate.arrivals).toBe(1));
    await leaveWhileChanging(opened, async () => {
      await ui.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
      await screen.findByRole('heading', { name: 'One Workspace' });
    });
    await pause(50);
    expect(externalUrls).toEqual([]);
    gate.open();
    await waitFor(() => expect(externalUrls[0]).toBe(refresh));
  });

  test('waits until that page is loaded', async () => {
    const code = createGate();
    const slow = routesWith(({ path }) =>
      path === '/workspaces' ? { lazy: () => code.wait().then(() => ({ Component: () => 'The list' })) } : undefined,
    );
    const opened = await open(slow);
    const { ui, externalUrls, refresh, path } = opened;
    await leaveWhileChanging(opened, async () => {
      await ui.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
      await waitFor(() => expect(code.arrivals).toBe(1));
    });
    await pause(100);
    expect(externalUrls).toEqual([]);
    code.open();
    await screen.findByText('The list');
    await waitFor(() => expect(externalUrls).toEqual([refresh]));
    expect(path()).toBe('/workspaces');
  });

  describe('the API tokens page,', () => {
    /** Submits the token form while a role change is pending. */
    async function fillInToken(opened: Opened, gate: ReturnType<typeof createGate>) {
      const { ui, externalUrls } = opened;
      server.use(
        mockCall(authTokenCalls.listAuthTokens, aTokenList([], { longestDays: 366 })),
        mockCall(
          authTokenCalls.createAuthToken,
          { authToken: aToken({ name: 'fresh' }), token: 'the-secret-value' },
          gate.wait,
        ),
      );
      await leaveWhileChanging(opened, async () => {
        await ui.click(
          within(screen.getByRole('navigation', { name: 'Workspace settings' })).getByRole('link', {
            name: 'API Tokens',
          }),
        );
        await ui.type(await screen.findByLabelText(/^Token Name/), 'fresh');
      });
      await pause(50);
      expect(externalUrls).toEqual([]);
      await ui.type(screen.getByLabelText(/^Expiration/), '48h{Enter}');
      await waitFor(() => expect(gate.arrivals).toBe(1));
    }

    test('does not lose the secret of a token that the user generates there', async () => {
      const opened = await open();
      const { ui, externalUrls, refresh } = opened;
      const gate = createGate();
      await fillInToken(opened, gate);
      gate.open();
      const modal = within(await screen.findByRole('dialog', { name: 'Token Generated' }));
      await pause(100);
      expect(externalUrls).toEqual([]);
      expect(modal.getByDisplayValue('the-secret-value')).toBeVisible();
      await ui.click(modal.getByRole('button', { name: 'Copy token' }));
      await waitFor(() => expect(externalUrls).toEqual([refresh]));
    });

    test('does not close the page with the secret while the leave dialog is open', async () => {
      const opened = await open();
      const { ui, path } = opened;
      const gate = createGate();
      await fillInToken(opened, gate);
      await ui.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
      await screen.findByRole('dialog', { name: 'Leave without saving?' });
      gate.open();
      expect(await screen.findByRole('dialog', { name: 'Leave without copying the token?' })).toBeVisible();
      await pause(100);
      expect(path()).toBe(`/workspace/${opened.workspace.id}/tokens`);
    });
  });
});

test('the return leads only the same user back to their page', async () => {
  const opened = await open();
  const { ui, externalUrls, refresh, workspace } = opened;
  await leaveWhileChanging(opened, async () => {
    await ui.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
    await screen.findByRole('heading', { name: 'One Workspace' });
  });
  await waitFor(() => expect(externalUrls).toEqual([refresh]));
  cleanup();
  const { path } = await visit(`/workspace/${workspace.id}`, aUser());
  await screen.findByText(ann.email);
  expect(path()).toBe(`/workspace/${workspace.id}`);
});

describe('input that was typed before the browser left', () => {
  async function typeAndLeave() {
    const opened = await open();
    await opened.ui.type(screen.getByLabelText('Description'), 'Precious');
    await leaveWhileChanging(opened, () => Promise.resolve());
    await waitFor(() => expect(opened.externalUrls).toEqual([opened.refresh]));
    return opened;
  }

  async function descriptionAfterReturn({ workspace }: Opened) {
    cleanup();
    await visit(`/workspace/${workspace.id}`, user);
    await screen.findByText(ann.email);
    return screen.getByLabelText<HTMLInputElement>('Description').value;
  }

  test('is restored for an hour, and not later', async () => {
    const now = Date.now();
    expect(await descriptionAfterReturn(await typeAndLeave())).toBe('Precious');
    cleanup();
    const opened = await typeAndLeave();
    jest.spyOn(Date, 'now').mockReturnValue(now + 61 * 60_000);
    expect(await descriptionAfterReturn(opened)).toBe('');
  });

  test('is deleted by a logout', async () => {
    const opened = await typeAndLeave();
    cleanup();
    setPortalReferrer();
    await visit('/logout', user);
    expect(await descriptionAfterReturn(opened)).toBe('');
  });

  test('is deleted once another user is logged in', async () => {
    const opened = await typeAndLeave();
    cleanup();
    const { externalUrls } = await visit('/workspaces', user);
    server.use(mockCall(sessionCalls.whoami, { user: aUser() }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'SI-LOGGED-IN', newValue: 'now' }));
    await waitFor(() => expect(externalUrls).toEqual(['reload']), { timeout: 10_000 });
    expect(await descriptionAfterReturn(opened)).toBe('');
  });
});
