import { featureFlagCalls, memberCalls, workspaceCalls, type Workspace } from '@portal/contract';
import { screen, waitFor } from '@testing-library/react';
import { on, refusal, server } from './support/api-server.ts';
import { pause } from './support/pause.ts';
import { aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

async function open(given: Partial<Workspace>, flag = true) {
  const workspace = aWorkspace(given);
  server.use(
    on(workspaceCalls.getWorkspace, workspace),
    on(memberCalls.listMembers, []),
    on(featureFlagCalls.listFeatureFlags, { auth_portal_admin_page: false, 'approvals-opt-in-out': flag }),
  );
  return { workspace, ...(await visit(`/workspace/${workspace.id}`, aUser())) };
}

test.each([
  [false, 'Approvals disabled', 'Enable Workspace Approvals', 'Approvals enabled', 'Disable Workspace Approvals'],
  [true, 'Approvals enabled', 'Disable Workspace Approvals', 'Approvals disabled', 'Enable Workspace Approvals'],
])(
  '[2.workspace-details.3] [2.workspace-details.8] [4.workspace-creation.3] approvals that are %s flip, and the instance reads them again',
  async (approvalsEnabled, badge, button, badgeAfter, buttonAfter) => {
    const instanceUrl = 'https://app.systeminit.com';
    const { person, went, workspace } = await open({ approvalsEnabled, instanceEnvType: 'SI', instanceUrl });
    expect(await screen.findByText(badge)).toBeVisible();
    const changed = { ...workspace, approvalsEnabled: !approvalsEnabled };
    let seen: unknown;
    server.use(
      on(workspaceCalls.setApprovals, ({ body }) => {
        seen = body;
        return changed;
      }),
      on(workspaceCalls.getWorkspace, changed),
    );
    await person.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByText(badgeAfter)).toBeVisible();
    expect(screen.getByRole('button', { name: buttonAfter })).toBeVisible();
    expect(seen).toMatchObject({ approvalsEnabled: !approvalsEnabled });
    expect(went).toEqual([`${instanceUrl}/refresh-auth?workspaceId=${workspace.id}`]);
  },
);

test('[6.9] without the flag there is neither badge nor toggle', async () => {
  await open({ approvalsEnabled: true }, false);
  await screen.findByRole('heading', { name: 'Members' });
  await pause(1500);
  expect(screen.queryByText('Approvals enabled')).toBeNull();
  expect(screen.queryByRole('button', { name: /Workspace Approvals/ })).toBeNull();
});

test('others than the owner see how approvals are, and can’t change them', async () => {
  await open({ role: 'APPROVER' });
  expect(await screen.findByRole('button', { name: 'Enable Workspace Approvals' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(screen.getByText('Only the owner can change this.')).toBeVisible();
});

test('approvals that could not be changed stay, with the reason', async () => {
  const { person, went } = await open({ instanceEnvType: 'SI' });
  server.use(on(workspaceCalls.setApprovals, refusal('InternalError')));
  await person.click(await screen.findByRole('button', { name: 'Enable Workspace Approvals' }));
  expect(await screen.findByText('Approvals were not changed')).toBeVisible();
  await waitFor(() => expect(screen.getByText('Approvals disabled')).toBeVisible());
  expect(went).toEqual([]);
});
