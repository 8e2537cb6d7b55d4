import { ulid } from 'ulid';
import { endSessions, requireNewLogins } from '../../../../src/features/accounts/sessions/end-sessions.ts';
import { inTransaction } from '../../../../src/platform/db/transaction.ts';
import { Prisma } from '../../../../src/generated/prisma/client.ts';
import { startApi, type TestApi } from '../../../support/api.ts';
import { logIn, makeInstanceToken, makeUser, makeWorkspace, sessionOf } from '../../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const fromNow = (seconds: number) => new Date(Date.now() + seconds * 1_000);

/** A user with a session, two instance tokens of it, two valid codes and an expired code. */
async function makeUserWithEverything() {
  const user = await makeUser(api);
  const workspace = await makeWorkspace(api, user);
  const credentials = await logIn(api, user);
  const { id: sessionId } = await sessionOf(api, credentials);
  for (let token = 0; token < 2; token++) await makeInstanceToken(api, workspace, user, credentials);
  const code = { workspaceId: workspace.id, userId: user.id, sessionId, instanceUrl: workspace.instanceUrl };
  for (const seconds of [60, 60, -60]) {
    await api.db.connectCode.create({ data: { ...code, codeHash: ulid(), expiresAt: fromNow(seconds) } });
  }
  const left = async () => ({
    sessions: await api.db.session.count({ where: { userId: user.id } }),
    codes: await api.db.connectCode.count({ where: { userId: user.id } }),
    tokens: await api.db.instanceToken.count({ where: { userId: user.id, revokedAt: null } }),
    sessionsEndedAt: (await api.db.user.findUniqueOrThrow({ where: { id: user.id } })).sessionsEndedAt,
  });
  return { user, sessionId, left };
}

describe('ending the sessions of a user', () => {
  it('ends what belongs to them, counts what was valid, and leaves other users alone', async () => {
    const [ada, bob] = [await makeUserWithEverything(), await makeUserWithEverything()];
    const ofBob = await bob.left();
    expect(ofBob).toEqual({ sessions: 1, codes: 3, tokens: 2, sessionsEndedAt: null });
    const ended = await inTransaction(api.services, async ({ db }) => {
      await requireNewLogins(ada.user.id, db);
      return endSessions(Prisma.sql`user_id = ${ada.user.id}`, db, api.services.settings);
    });
    expect(ended).toMatchObject({ instanceTokens: 2, connectCodes: 2 });
    expect(ended.active.map(({ id, userId }) => [id, userId])).toEqual([[ada.sessionId, ada.user.id]]);
    expect(await ada.left()).toEqual({ sessions: 0, codes: 0, tokens: 0, sessionsEndedAt: expect.any(Date) as Date });
    expect(await bob.left()).toEqual(ofBob);
  });

  it('of whom there are none ends nothing', async () => {
    const bob = await makeUserWithEverything();
    const ofBob = await bob.left();
    const ended = await inTransaction(api.services, ({ db }) =>
      endSessions(Prisma.sql`user_id = 'unknown'`, db, api.services.settings),
    );
    expect(ended).toEqual({ active: [], instanceTokens: 0, connectCodes: 0 });
    expect(await bob.left()).toEqual(ofBob);
  });
});
