import { ErrorBody } from '@portal/contract';
import { startApi, type TestApi } from '../../../support/api.ts';
import { addMember, logIn, makeInvitation, makeUser, makeWorkspace } from '../../../support/builders.ts';
import { openTransaction, waitForLockOfRights } from '../../../support/lock-waits.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('an approver who is removed or demoted while the request runs', () => {
  it.each([
    ['removed', `DELETE FROM memberships WHERE user_id = $1`, 'WorkspaceNotFound'],
    ['demoted', `UPDATE memberships SET role = 'EDITOR' WHERE user_id = $1`, 'NotAllowed'],
  ] as const)('is %s and neither cancels, copies a link, resends nor invites', async (_, change, errorType) => {
    for (const [method, suffix, body] of [
      ['DELETE', '/:id', {}],
      ['POST', '/:id/link', {}],
      ['POST', '/:id/resend', {}],
      ['POST', '', { emails: ['new@example.com'] }],
    ] as const) {
      const approver = await makeUser(api);
      const workspace = await makeWorkspace(api, await makeUser(api));
      await addMember(api, workspace, approver, 'APPROVER');
      const asApprover = await logIn(api, approver);
      const path = `/workspaces/${workspace.id}/invitations`;
      const { id } = await makeInvitation(api, workspace);
      const removal = await openTransaction(api, change, [approver.id]);
      const request = api.send(method, `${path}${suffix.replace(':id', id)}`, asApprover).send(body);
      const response = Promise.resolve(request);
      await waitForLockOfRights(api);
      await removal.end('COMMIT');
      expect(ErrorBody.parse((await response).body).error.type).toBe(errorType);
      expect(await api.db.invitation.count({ where: { workspaceId: workspace.id, cancelledAt: null } })).toBe(1);
      expect(await api.db.invitationLink.count({ where: { invitationId: id } })).toBe(0);
    }
  });
});
