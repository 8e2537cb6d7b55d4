import { ulid } from 'ulid';
import { endSessions } from '../../../src/features/accounts/sessions/end-sessions.ts';
import { revokeTokensByHolder } from '../../../src/features/credentials/revoke-tokens-by-holder.ts';
import { requestReviewOfSessions } from '../../../src/features/credentials/token-review.ts';
import { revokeUserTokens, revokeWorkspaceTokens } from '../../../src/features/credentials/revoke-tokens.ts';
import { Prisma } from '../../../src/generated/prisma/client.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, logInWithClaims, makeApiToken, makeUser, makeWorkspace, sessionOf } from '../../support/builders.ts';
import { openTransaction, waitForLock } from '../../support/lock-waits.ts';

// Source: the list in src/request/account/row-locks.ts. Each test stops a transaction at a row that another one has locked, and shows that
// it has not locked a later row yet: then the other one can go on.

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type Work = (tx: Prisma.TransactionClient) => Promise<unknown>;

/** Runs work while another transaction has a row, and expects that the other one gets a later row without waiting for the work. */
async function expectOrder(
  work: () => Promise<unknown>,
  { locked, waitsIn, later }: { locked: string; waitsIn: string; later: readonly string[] },
): Promise<void> {
  const other = await openTransaction(api, `${locked} FOR UPDATE`);
  const done = work();
  await waitForLock(api, waitsIn);
  for (const row of later) expect((await other.query(`${row} FOR UPDATE NOWAIT`)).rowCount).toBe(1);
  await other.end('ROLLBACK');
  await done;
}

const inTransaction = (work: Work) => () => api.db.$transaction((tx) => work(tx));

/** A user who entered an instance, has a code for another time, and API tokens, of which the last one was created first. */
async function makeAccess() {
  const user = await makeUser(api);
  const workspace = await makeWorkspace(api, user);
  const session = await sessionOf(api, await logIn(api, user));
  const access = {
    workspaceId: workspace.id,
    userId: user.id,
    sessionId: session.id,
    expiresAt: new Date(Date.now() + 60_000),
  };
  const [instanceToken, code, firstId, lastId] = [ulid(), ulid(), ulid(1), ulid(2)];
  await api.db.instanceToken.create({ data: { id: instanceToken, ...access } });
  await api.db.connectCode.create({ data: { codeHash: code, ...access, instanceUrl: workspace.instanceUrl } });
  for (const id of [lastId, firstId]) await makeApiToken(api, workspace, user, { id, sessionId: session.id });
  return {
    user,
    workspace,
    session,
    tokenIds: [lastId, firstId],
    instanceToken: `SELECT 1 FROM instance_tokens WHERE id = '${instanceToken}'`,
    code: `SELECT 1 FROM connect_codes WHERE code_hash = '${code}'`,
    firstToken: `SELECT 1 FROM auth_tokens WHERE id = '${firstId}'`,
    lastToken: `SELECT 1 FROM auth_tokens WHERE id = '${lastId}'`,
  };
}

describe('the end of access', () => {
  it('waits for an instance token before it locks codes and API tokens', async () => {
    const { workspace, instanceToken, code, firstToken } = await makeAccess();
    await expectOrder(
      inTransaction((tx) => revokeWorkspaceTokens(workspace.id, tx)),
      { locked: instanceToken, waitsIn: 'instance_tokens', later: [code, firstToken] },
    );
  });

  it('waits for the instance tokens of a session before it locks the codes', async () => {
    const { session, instanceToken, code } = await makeAccess();
    await expectOrder(
      inTransaction((tx) => endSessions(Prisma.sql`id = ${session.id}`, tx, api.services.settings)),
      { locked: instanceToken, waitsIn: 'entered-instances', later: [code] },
    );
  });

  it('locks API tokens by id, not as they were created', async () => {
    const { user, firstToken, lastToken } = await makeAccess();
    await expectOrder(
      inTransaction((tx) => revokeUserTokens(user.id, tx)),
      { locked: firstToken, waitsIn: 'auth_tokens', later: [lastToken] },
    );
  });

  it('asks to review API tokens by id, too', async () => {
    const { session, firstToken, lastToken } = await makeAccess();
    await expectOrder(
      inTransaction((tx) => requestReviewOfSessions([session], tx)),
      { locked: firstToken, waitsIn: 'auth_tokens', later: [lastToken] },
    );
  });
});

describe('a holder of API tokens', () => {
  const requestOfHolder = { id: null, ip: null, userAgent: null };

  it('waits for their users before it locks the tokens', async () => {
    const { user, tokenIds, firstToken, lastToken } = await makeAccess();
    await expectOrder(() => revokeTokensByHolder(tokenIds, requestOfHolder, api.services), {
      locked: `SELECT 1 FROM users WHERE id = '${user.id}'`,
      waitsIn: 'lock-users-of-tokens',
      later: [firstToken, lastToken],
    });
  });

  it('locks the tokens by id, not as they were sent', async () => {
    const { tokenIds, firstToken, lastToken } = await makeAccess();
    await expectOrder(() => revokeTokensByHolder(tokenIds, requestOfHolder, api.services), {
      locked: firstToken,
      waitsIn: 'revoke-tokens-by-holder',
      later: [lastToken],
    });
  });
});

describe('a login with an address that staff locked out', () => {
  it('waits for the other accounts with the address before it ends sessions', async () => {
    const email = `${ulid().toLowerCase()}@example.com`;
    const [user, other] = [await makeUser(api, { email }), await makeUser(api, { email })];
    await makeUser(api, { email, auth0Id: null, quarantinedAt: new Date() });
    const { id } = await sessionOf(api, await logIn(api, user));
    // The address was a staff address when the session started.
    await api.db.session.update({ where: { id }, data: { isStaff: true } });
    const claims = { sub: user.auth0Id ?? '', email, email_verified: true };
    await expectOrder(() => logInWithClaims(claims, api.services), {
      locked: `SELECT 1 FROM users WHERE id = '${other.id}'`,
      waitsIn: 'FROM users',
      later: [`SELECT 1 FROM sessions WHERE id = '${id}'`],
    });
    const { quarantinedAt } = await api.db.user.findUniqueOrThrow({ where: { id: other.id } });
    expect(quarantinedAt).not.toBeNull();
  });
});
