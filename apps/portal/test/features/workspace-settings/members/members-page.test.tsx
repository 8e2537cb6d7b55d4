import { memberCalls, workspaceCalls } from '@portal/contract';
import { aMember, aUser, aWorkspace } from '@portal/contract/fixtures';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { mockCall, server } from '../../../support/api-server.ts';
import { findA11yViolations } from '../../../support/find-a11y-violations.ts';
import { visit } from '../../../support/render-portal.tsx';

const user = aUser();
const owner = aMember({ email: 'zoe@example.com', role: 'OWNER' });
const ann = aMember({ email: 'ann@example.com' });
const workspace = aWorkspace({
  displayName: 'Staging',
  instanceEnvType: 'PRIVATE',
  instanceUrl: 'https://si.example.com',
});
const membersPath = `/workspace/${workspace.id}/members`;
const refresh = `${workspace.instanceUrl}/refresh-auth?workspaceId=${workspace.id}`;

async function open(path = membersPath, isBackNavigation = false) {
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, [owner, ann]),
    mockCall(memberCalls.changeMemberRole, [owner, { ...ann, role: 'APPROVER' }]),
  );
  const portal = await visit(path, user, 0, undefined, isBackNavigation);
  await screen.findByText(ann.email);
  return portal;
}

async function makeApprover({ ui, externalUrls }: Awaited<ReturnType<typeof open>>) {
  await ui.selectOptions(screen.getByLabelText('Role of ann@example.com'), 'Approver');
  await waitFor(() => expect(externalUrls).toEqual([refresh]));
}

test('the members have an address of their own, with the form that invites', async () => {
  await open();
  expect(screen.getByRole('heading', { level: 1, name: 'Staging > Members' })).toBeVisible();
  expect(screen.getByRole('table', { name: 'Members of the workspace' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add User To Workspace' })).toBeVisible();
  const nav = within(screen.getByRole('navigation', { name: 'Workspace settings' }));
  expect(nav.getByRole('link', { name: 'Members' })).toHaveAttribute('aria-current', 'page');
  expect(nav.getByRole('link', { name: 'Danger zone' })).toHaveAttribute(
    'href',
    `/workspace/${workspace.id}#danger-zone`,
  );
  expect(await findA11yViolations()).toEqual([]);
});

test('after a change the browser visits the instance, and the redirect to the settings leads back here', async () => {
  await makeApprover(await open());
  cleanup();
  const { path } = await open(`/workspace/${workspace.id}`);
  expect(path()).toBe(membersPath);
  expect(await screen.findAllByText('ann@example.com is now Approver')).not.toHaveLength(0);
  expect(screen.getByLabelText('Role of ann@example.com')).toHaveFocus();
});

test('if the instance does not redirect, the page says so after a step back', async () => {
  await makeApprover(await open());
  cleanup();
  await open(membersPath, true);
  expect(await screen.findByText('The change is saved, but we couldn’t tell the workspace')).toBeVisible();
});
