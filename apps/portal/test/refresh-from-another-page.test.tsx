import { authTokenCalls, featureFlagCalls, memberCalls, sessionCalls, workspaceCalls } from '@portal/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router';
import { on, server } from './support/api-server.ts';
import { comeFromPortal } from './support/come-from.ts';
import { jest } from '@jest/globals';
import { aGate } from './support/gate.ts';
import { pause } from './support/pause.ts';
import { aMember, aToken, aUser, aWorkspace } from './support/people-and-things.ts';
import { routesWith, visit } from './support/render-portal.tsx';

const user = aUser();
const owner = aMember({ email: 'zoe@example.com', role: 'OWNER' });
const ann = aMember({ email: 'ann@example.com' });
const bob = aMember({ email: 'bob@example.com' });

async function open(pages?: RouteObject[]) {
  const workspace = aWorkspace({ instanceEnvType: 'PRIVATE', instanceUrl: 'https://si.example.com' });
  server.use(
    on(workspaceCalls.getWorkspace, workspace),
    on(workspaceCalls.listWorkspaces, [workspace]),
    on(memberCalls.listMembers, [owner, ann, bob]),
    on(featureFlagCalls.listFeatureFlags, { auth_portal_admin_page: false, 'approvals-opt-in-out': true }),
  );
  const portal = await visit(`/workspace/${workspace.id}`, user, 0, pages);
  await screen.findByText(ann.email);
  const refresh = `https://si.example.com/refresh-auth?workspaceId=${workspace.id}`;
  return { workspace, refresh, ...portal };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Changes Ann's role, and goes to another page while that change is pending. */
async function leaveWhileChanging({ person }: Opened, leave: () => Promise<unknown>) {
  const answer = aGate();
  server.use(on(memberCalls.changeMemberRole, [owner, { ...ann, role: 'APPROVER' }, bob], answer.wait));
  await person.selectOptions(screen.getByLabelText('Role of ann@example.com'), 'Approver');
  await waitFor(() => expect(answer.came).toBe(1));
  await leave();
  answer.open();
}

describe('the visit to the instance after a change, once the user is on another page,', () => {
  test.each([
    ['another role', () => screen.getByLabelText('Role of bob@example.com')],
    ['the approvals', () => screen.getByRole('button', { name: 'Enable Workspace Approvals' })],
  ])('does not abort a pending change of %s', async (_what, control) => {
    const opened = await open();
    const { person, went, refresh, workspace } = opened;
    const answer = aGate();
    await screen.findByRole('button', { name: 'Enable Workspace Approvals' });
    server.use(
      on(memberCalls.changeMemberRole, [owner, ann, { ...bob, role: 'APPROVER' }], answer.wait),
      on(workspaceCalls.setApprovals, { ...workspace, approvalsEnabled: true }, answer.wait),
    );
    if (control().tagName === 'SELECT') await person.selectOptions(control(), 'Approver');
    else await person.click(control());
    await waitFor(() => expect(answer.came).toBe(1));
    await leaveWhileChanging(opened, async () => {
      await person.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
      await screen.findByRole('heading', { name: 'One Workspace' });
    });
    await pause(50);
    expect(went).toEqual([]);
    answer.open();
    await waitFor(() => expect(went[0]).toBe(refresh));
  });

  test('waits for the code of that page', async () => {
    const code = aGate();
    const slow = routesWith(({ path }) =>
      path === '/workspaces' ? { lazy: () => code.wait().then(() => ({ Component: () => 'The list' })) } : undefined,
    );
    const opened = await open(slow);
    const { person, went, refresh, path } = opened;
    await leaveWhileChanging(opened, async () => {
      await person.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
      await waitFor(() => expect(code.came).toBe(1));
    });
    await pause(100);
    expect(went).toEqual([]);
    code.open();
    await screen.findByText('The list');
    await waitFor(() => expect(went).toEqual([refresh]));
    expect(path()).toBe('/workspaces');
  });

  describe('the page of the API tokens,', () => {
    /** Somebody who fills in the form for a token there, while their change of a role is pending. */
    async function fillInToken(opened: Opened, answer: ReturnType<typeof aGate>) {
      const { person, went } = opened;
      server.use(
        on(authTokenCalls.listAuthTokens, { authTokens: [], longestDays: 366 }),
        on(
          authTokenCalls.createAuthToken,
          { authToken: aToken({ name: 'fresh' }), token: 'the-secret-value' },
          answer.wait,
        ),
      );
      await leaveWhileChanging(opened, async () => {
        await person.click(screen.getByRole('link', { name: 'API Tokens' }));
        await person.type(await screen.findByLabelText(/^Token Name/), 'fresh');
      });
      await pause(50);
      expect(went).toEqual([]);
      await person.type(screen.getByLabelText(/^Expiration/), '48h{Enter}');
      await waitFor(() => expect(answer.came).toBe(1));
    }

    test('does not lose the secret of a token that the user generates there', async () => {
      const opened = await open();
      const { person, went, refresh } = opened;
      const answer = aGate();
      await fillInToken(opened, answer);
      answer.open();
      const modal = within(await screen.findByRole('dialog', { name: 'Token Generated' }));
      await pause(100);
      expect(went).toEqual([]);
      expect(modal.getByDisplayValue('the-secret-value')).toBeVisible();
      await person.click(modal.getByRole('button', { name: 'Copy token' }));
      await waitFor(() => expect(went).toEqual([refresh]));
    });

    test('does not close the page with the secret while it asks whether to leave', async () => {
      const opened = await open();
      const { person, path } = opened;
      const answer = aGate();
      await fillInToken(opened, answer);
      await person.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
      await screen.findByRole('dialog', { name: 'Leave without saving?' });
      answer.open();
      expect(await screen.findByRole('dialog', { name: 'Leave without the token?' })).toBeVisible();
      await pause(100);
      expect(path()).toBe(`/workspace/${opened.workspace.id}/tokens`);
    });
  });
});

test('the way back leads only the user who left to the page where they were', async () => {
  const opened = await open();
  const { person, went, refresh, workspace } = opened;
  await leaveWhileChanging(opened, async () => {
    await person.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
    await screen.findByRole('heading', { name: 'One Workspace' });
  });
  await waitFor(() => expect(went).toEqual([refresh]));
  cleanup();
  const { path } = await visit(`/workspace/${workspace.id}`, aUser());
  await screen.findByText(ann.email);
  expect(path()).toBe(`/workspace/${workspace.id}`);
});

describe('what a user typed before the browser left', () => {
  async function typeAndLeave() {
    const opened = await open();
    await opened.person.type(screen.getByLabelText('Description'), 'Precious');
    await leaveWhileChanging(opened, () => Promise.resolve());
    await waitFor(() => expect(opened.went).toEqual([opened.refresh]));
    return opened;
  }

  async function descriptionAfterReturn({ workspace }: Opened) {
    cleanup();
    await visit(`/workspace/${workspace.id}`, user);
    await screen.findByText(ann.email);
    return screen.getByLabelText<HTMLInputElement>('Description').value;
  }

  test('is there for an hour, and not later', async () => {
    const now = Date.now();
    expect(await descriptionAfterReturn(await typeAndLeave())).toBe('Precious');
    cleanup();
    const opened = await typeAndLeave();
    jest.spyOn(Date, 'now').mockReturnValue(now + 61 * 60_000);
    expect(await descriptionAfterReturn(opened)).toBe('');
  });

  test('is gone after a logout', async () => {
    const opened = await typeAndLeave();
    cleanup();
    comeFromPortal();
    await visit('/logout', user);
    expect(await descriptionAfterReturn(opened)).toBe('');
  });

  test('is gone once another user is logged in', async () => {
    const opened = await typeAndLeave();
    cleanup();
    const { went } = await visit('/workspaces', user);
    server.use(on(sessionCalls.whoami, { user: aUser() }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'SI:LOGGED-IN', newValue: 'now' }));
    await waitFor(() => expect(went).toEqual(['reload']), { timeout: 10_000 });
    expect(await descriptionAfterReturn(opened)).toBe('');
  });
});
