import { memberCalls, workspaceCalls } from '@portal/contract';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { mockCall, server } from '../../../support/api-server.ts';
import { aMember, aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../../../support/render-portal.tsx';

const user = aUser();
const ann = aMember({ email: 'ann@example.com' });
const workspace = aWorkspace({ instanceEnvType: 'PRIVATE', instanceUrl: 'https://si.example.com' });
const settings = `/workspace/${workspace.id}`;
const refresh = `${workspace.instanceUrl}/refresh-auth?workspaceId=${workspace.id}`;
const title = 'The change is saved, but we couldn’t tell the workspace';

/** Makes a member an approver, which sends the browser to the instance. */
async function makeApprover() {
  const owner = aMember({ email: 'zoe@example.com', role: 'OWNER' });
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, [owner, ann]),
    mockCall(memberCalls.changeMemberRole, [owner, { ...ann, role: 'APPROVER' }]),
  );
  const { ui, externalUrls } = await visit(settings, user);
  await ui.selectOptions(await screen.findByLabelText('Role of ann@example.com'), 'Approver');
  await waitFor(() => expect(externalUrls).toEqual([refresh]));
}

/** Opens the settings again, by the redirect of the instance or by the back button. */
async function comeBack({ isBackNavigation }: { isBackNavigation: boolean }) {
  cleanup();
  const portal = await visit(settings, user, 0, undefined, isBackNavigation);
  await screen.findByText(ann.email);
  return portal;
}

const restorePage = () =>
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

describe('an instance that can’t be reached', () => {
  test('is named when the user goes back, with what is saved, and can be told again', async () => {
    await makeApprover();
    const { ui, externalUrls } = await comeBack({ isBackNavigation: true });
    const notice = screen.getByText(title).closest('[role=alert]');
    expect(notice).toHaveTextContent('si.example.com did not respond, and may still use the earlier roles');
    expect(await screen.findAllByText('ann@example.com is now Approver')).not.toHaveLength(0);
    await ui.click(screen.getByRole('button', { name: 'Try again' }));
    expect(externalUrls).toEqual([refresh]);
    // This time the instance redirects back.
    await comeBack({ isBackNavigation: false });
    expect(screen.queryByText(title)).toBeNull();
  });

  test('is also named if the browser restores the page from its cache', async () => {
    await makeApprover();
    expect(screen.queryByText(title)).toBeNull();
    restorePage();
    expect(await screen.findByText(title)).toBeVisible();
  });

  test('is not suspected when the user goes back to the settings after the instance redirected', async () => {
    await makeApprover();
    await comeBack({ isBackNavigation: false });
    restorePage();
    expect(screen.queryByText(title)).toBeNull();
    await comeBack({ isBackNavigation: true });
    expect(screen.queryByText(title)).toBeNull();
  });
});
