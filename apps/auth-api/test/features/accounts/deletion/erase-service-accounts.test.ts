import {
  addMember,
  makeApiToken,
  makeInvitation,
  makeServiceAccount,
  makeServiceAccountToken,
  makeUser,
  makeWorkspace,
} from '../../../support/builders.ts';
import { erase, makeUserWithDeletion, startDeletionStack, type DeletionStack } from '../../../support/erase.ts';
import { violatedInvariants } from '../../../support/invariants.ts';

let stack: DeletionStack;
let api: DeletionStack['api'];
beforeAll(async () => {
  stack = await startDeletionStack();
  ({ api } = stack);
});
afterEach(async () => {
  expect(await violatedInvariants(api)).toEqual([]);
});
afterAll(() => stack.close());

describe('the service accounts of a workspace that was handed over', () => {
  it('keep working after the deletion of the account that created them, and no longer name it', async () => {
    const [user, owner] = [await makeUserWithDeletion(api), await makeUser(api)];
    const workspace = await makeWorkspace(api, owner);
    await addMember(api, workspace, user, 'APPROVER');
    const createdById = user.id;
    const serviceAccount = await makeServiceAccount(api, workspace, { createdById });
    const token = await makeServiceAccountToken(api, serviceAccount, { createdById });
    const own = await makeApiToken(api, workspace, user);
    const { id: invitationId } = await makeInvitation(api, workspace, { inviterId: user.id, authTokenId: own.id });
    await api.db.idempotencyKey.createMany({
      data: [user.id, serviceAccount.id].map((principalId) => ({
        principalId,
        call: 'inviteMember',
        key: 'a-key',
        payloadHash: 'h',
        response: {},
      })),
    });
    await erase(api, user);
    expect((await api.send('GET', '/whoami', token.credentials)).status).toBe(200);
    const created = { where: { id: serviceAccount.id }, include: { authTokens: true } };
    expect(await api.db.serviceAccount.findUniqueOrThrow(created)).toMatchObject({
      createdById: null,
      deletedAt: null,
      authTokens: [{ id: token.id, createdById: null, revokedAt: null }],
    });
    expect(await api.db.authToken.count({ where: { id: own.id } })).toBe(0);
    expect(await api.db.invitation.findUnique({ where: { id: invitationId } })).toMatchObject({
      inviterId: null,
      authTokenId: null,
    });
    const keys = await api.db.idempotencyKey.findMany({ where: { key: 'a-key' } });
    expect(keys.map(({ principalId }) => principalId)).toEqual([serviceAccount.id]);
  });

  it('end with the workspace that is deleted with its owner', async () => {
    const user = await makeUserWithDeletion(api);
    const workspace = await makeWorkspace(api, user);
    const serviceAccount = await makeServiceAccount(api, workspace);
    const { credentials } = await makeServiceAccountToken(api, serviceAccount);
    await erase(api, user);
    expect(await api.db.serviceAccount.count({ where: { id: serviceAccount.id } })).toBe(0);
    expect((await api.send('GET', '/whoami', credentials)).status).toBe(401);
  });
});
