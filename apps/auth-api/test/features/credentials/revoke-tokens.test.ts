import { AuthTokenResult, defaultApiScopes } from '@portal/contract';
import { ulid } from 'ulid';
import { databaseNow } from '../../../src/platform/db/clock.ts';
import {
  revokeMemberTokens,
  revokeUserTokens,
  revokeWorkspaceTokens,
} from '../../../src/features/credentials/revoke-tokens.ts';
import type { Prisma, User, Workspace } from '../../../src/generated/prisma/client.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { addMember, logIn, makeApiToken, makeUser, makeWorkspace, sessionOf } from '../../support/builders.ts';
import { openTransaction, waitForLock } from '../../support/lock-waits.ts';

type Transaction = Prisma.TransactionClient;

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Creates an API token, an instance token and a connect code of a user for a workspace, and returns the API token's id. */
async function grantAccess(
  workspace: Workspace,
  user: User,
  expiresAt: Date,
  db: Transaction = api.db,
): Promise<string> {
  const { id: sessionId } = await sessionOf(api, await logIn(api, user));
  const access = { workspaceId: workspace.id, userId: user.id, sessionId, expiresAt };
  const id = ulid();
  await db.authToken.create({
    data: {
      id,
      workspaceId: workspace.id,
      userId: user.id,
      scopes: [...defaultApiScopes],
      networks: [],
      sessionId,
      name: 'CI',
      expiresAt,
    },
  });
  await db.instanceToken.create({ data: { id: ulid(), ...access } });
  await db.connectCode.create({ data: { codeHash: ulid(), ...access, instanceUrl: workspace.instanceUrl } });
  return id;
}

/** What a user can still use in a workspace. */
async function accessOf(workspace: Workspace, user: User) {
  const access = { workspaceId: workspace.id, userId: user.id };
  return {
    apiTokens: await api.db.authToken.count({
      where: { workspaceId: workspace.id, userId: user.id, revokedAt: null },
    }),
    instanceTokens: await api.db.instanceToken.count({ where: { ...access, revokedAt: null } }),
    connectCodes: await api.db.connectCode.count({ where: access }),
  };
}

const all = { apiTokens: 1, instanceTokens: 1, connectCodes: 1 };
const none = { apiTokens: 0, instanceTokens: 0, connectCodes: 0 };
const inOneHour = () => new Date(Date.now() + 3_600_000);

/** An owner and a member with access to one workspace, and the owner with access to another one. */
async function makeTeam() {
  const [owner, member] = [await makeUser(api), await makeUser(api)];
  const [workspace, other] = [await makeWorkspace(api, owner), await makeWorkspace(api, owner)];
  await addMember(api, workspace, member, 'EDITOR');
  const ids = {
    owner: await grantAccess(workspace, owner, inOneHour()),
    ownerElsewhere: await grantAccess(other, owner, inOneHour()),
    member: await grantAccess(workspace, member, inOneHour()),
  };
  const left = async () => ({
    owner: await accessOf(workspace, owner),
    ownerElsewhere: await accessOf(other, owner),
    member: await accessOf(workspace, member),
  });
  return { owner, member, workspace, ids, left };
}

describe('revoking tokens', () => {
  it('of a workspace leaves other workspaces alone', async () => {
    const { workspace, ids, left } = await makeTeam();
    const revoked = await api.db.$transaction((tx) => revokeWorkspaceTokens(workspace.id, tx));
    expect(revoked).toEqual({
      authTokenIds: expect.arrayContaining([ids.owner, ids.member]) as string[],
      instanceTokens: 2,
      connectCodes: 2,
    });
    expect(revoked.authTokenIds).toHaveLength(2);
    expect(await left()).toEqual({ owner: none, member: none, ownerElsewhere: all });
  });

  it('of a member leaves the other members alone', async () => {
    const { workspace, member, ids, left } = await makeTeam();
    const revoked = await api.db.$transaction((tx) => revokeMemberTokens(workspace.id, member.id, tx));
    expect(revoked).toEqual({ authTokenIds: [ids.member], instanceTokens: 1, connectCodes: 1 });
    expect(await left()).toEqual({ owner: all, member: none, ownerElsewhere: all });
  });

  it('of a user covers every workspace, and no other user', async () => {
    const { owner, ids, left } = await makeTeam();
    const revoked = await api.db.$transaction((tx) => revokeUserTokens(owner.id, tx));
    expect(revoked).toEqual({
      authTokenIds: expect.arrayContaining([ids.owner, ids.ownerElsewhere]) as string[],
      instanceTokens: 2,
      connectCodes: 2,
    });
    expect(revoked.authTokenIds).toHaveLength(2);
    expect(await left()).toEqual({ owner: none, member: all, ownerElsewhere: none });
  });

  it('does not report what expires at this instant, and still removes it', async () => {
    const user = await makeUser(api);
    const workspace = await makeWorkspace(api, user);
    const revoked = await api.db.$transaction(async (tx) => {
      await grantAccess(workspace, user, await databaseNow(tx), tx);
      return revokeWorkspaceTokens(workspace.id, tx);
    });
    expect(revoked).toEqual({ authTokenIds: [], instanceTokens: 0, connectCodes: 0 });
    expect(await accessOf(workspace, user)).toEqual(none);
  });

  it('keeps the first time of revocation', async () => {
    const user = await makeUser(api);
    const workspace = await makeWorkspace(api, user);
    const revokedAt = new Date(Date.now() - 60_000);
    const { id } = await makeApiToken(api, workspace, user, { revokedAt });
    const { authTokenIds } = await api.db.$transaction((tx) => revokeWorkspaceTokens(workspace.id, tx));
    expect(authTokenIds).toEqual([]);
    expect((await api.db.authToken.findUniqueOrThrow({ where: { id } })).revokedAt).toEqual(revokedAt);
  });

  it('waits for a concurrent revocation and returns its time, without an audit entry of its own', async () => {
    const user = await makeUser(api);
    const workspace = await makeWorkspace(api, user);
    const credentials = await logIn(api, user);
    const { id } = await makeApiToken(api, workspace, user);
    const first = await openTransaction(
      api,
      `UPDATE auth_tokens SET revoked_at = '2026-01-01T00:00:00Z' WHERE id = $1`,
      [id],
    );
    const second = api.send('POST', `/workspaces/${workspace.id}/authTokens/${id}/revoke`, credentials).send({});
    const response = Promise.resolve(second);
    await waitForLock(api, 'auth_tokens');
    await first.end('COMMIT');
    expect(AuthTokenResult.parse((await response).body).authToken.revokedAt).toBe('2026-01-01T00:00:00.000Z');
    expect(await api.db.auditEntry.count({ where: { action: 'revokeAuthToken', actorUserId: user.id } })).toBe(0);
  });
});
