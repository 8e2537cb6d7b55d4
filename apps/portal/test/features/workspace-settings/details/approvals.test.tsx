import { featureFlagCalls, memberCalls, workspaceCalls, type Workspace } from '@portal/contract';
import { screen, waitFor } from '@testing-library/react';
import { mockCall, errorResponse, server } from '../../../support/api-server.ts';
import { createGate } from '../../../support/gate.ts';
import { pause } from '../../../support/pause.ts';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../../../support/render-portal.tsx';

async function open(overrides: Partial<Workspace>, flag = true) {
  const workspace = aWorkspace(overrides);
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, []),
    mockCall(featureFlagCalls.listFeatureFlags, { auth_portal_admin_page: false, 'approvals-opt-in-out': flag }),
  );
  return { workspace, ...(await visit(`/workspace/${workspace.id}`, aUser())) };
}

test.each([
  [false, 'Approvals disabled', 'Enable Workspace Approvals', 'Approvals enabled', 'Disable Workspace Approvals'],
  [true, 'Approvals enabled', 'Disable Workspace Approvals', 'Approvals disabled', 'Enable Workspace Approvals'],
])(
  '[2.workspace-details.3] [2.workspace-details.8] [4.workspace-creation.3] approvals that are %s can be toggled, and the instance refreshes',
  async (approvalsEnabled, badge, button, badgeAfter, buttonAfter) => {
    const instanceUrl = 'https://app.systeminit.com';
    const { ui, externalUrls, workspace } = await open({ approvalsEnabled, instanceEnvType: 'SI', instanceUrl });
    expect(await screen.findByText(badge)).toBeVisible();
    const toggle = await screen.findByRole('button', { name: button });
    const changed = { ...workspace, approvalsEnabled: !approvalsEnabled };
    let request: unknown;
    server.use(
      mockCall(workspaceCalls.setApprovals, ({ body }) => {
        request = body;
        return changed;
      }),
      mockCall(workspaceCalls.getWorkspace, changed),
    );
    await ui.click(toggle);
    expect(await screen.findByText(badgeAfter)).toBeVisible();
    expect(await screen.findByRole('button', { name: buttonAfter })).toBeVisible();
    expect(request).toMatchObject({ approvalsEnabled: !approvalsEnabled });
    expect(externalUrls).toEqual([`${instanceUrl}/refresh-auth?workspaceId=${workspace.id}`]);
  },
);

test('[6.9] without the flag there is no badge and no toggle', async () => {
  await open({ approvalsEnabled: true }, false);
  await screen.findByRole('heading', { name: 'Members' });
  await pause(1500);
  expect(screen.queryByText('Approvals enabled')).toBeNull();
  expect(screen.queryByRole('button', { name: /Workspace Approvals/ })).toBeNull();
});

test('members other than the owner see the approvals setting but cannot change it', async () => {
  await open({ role: 'APPROVER' });
  expect(await screen.findByRole('button', { name: 'Enable Workspace Approvals' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(screen.getByText('Only the owner can change this.')).toBeVisible();
});

test('approvals that could not be changed stay as they were, with the error', async () => {
  const { ui, externalUrls } = await open({ instanceEnvType: 'SI' });
  server.use(mockCall(workspaceCalls.setApprovals, errorResponse('InternalError')));
  await ui.click(await screen.findByRole('button', { name: 'Enable Workspace Approvals' }));
  expect(await screen.findByText('Approvals were not changed')).toBeVisible();
  await waitFor(() => expect(screen.getByText('Approvals disabled')).toBeVisible());
  expect(externalUrls).toEqual([]);
});

test('the new setting is shown before the workspace is loaded again', async () => {
  const { ui, workspace } = await open({ approvalsEnabled: false, instanceEnvType: 'LOCAL' });
  const button = await screen.findByRole('button', { name: 'Enable Workspace Approvals' });
  const gate = createGate();
  server.use(
    mockCall(workspaceCalls.setApprovals, { ...workspace, approvalsEnabled: true }),
    mockCall(workspaceCalls.getWorkspace, workspace, gate.wait),
  );
  await ui.click(button);
  expect(await screen.findByRole('button', { name: 'Disable Workspace Approvals' })).toBeVisible();
});
