import { urlForDatabase, withConnection } from '../../../src/cli/backup/connection.ts';
import { noRevocations, readRevocations, reapplyRevocations } from '../../../src/cli/backup/reapply-revocations.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  makeApiToken,
  makeInvitation,
  makeServiceAccount,
  makeServiceAccountToken,
  makeUser,
  makeWorkspace,
} from '../../support/builders.ts';
import { queryOnce } from '../../support/database.ts';

let api: TestApi;
let owner: string;
beforeAll(async () => {
  api = await startApi();
  const url = new URL(api.services.settings.DATABASE_URL);
  url.username = new URL(process.env['TEST_TEMPLATE_DATABASE_URL'] ?? '').username;
  owner = url.href;
});
afterAll(() => api.close());

const queryAsAdmin = (sql: string) => queryOnce(urlForDatabase(owner, 'postgres'), sql);
const failOnWarning = (line: string): never => {
  throw new Error(line);
};

describe('what ended since the backup', () => {
  it('stays replaced, with the end of the overlap', async () => {
    const user = await makeUser(api);
    const workspace = await makeWorkspace(api, user);
    const before = { expiresAt: new Date(Date.now() + 30 * 86_400_000) };
    const [token, successor] = [
      await makeApiToken(api, workspace, user, before),
      await makeApiToken(api, workspace, user),
    ];
    const replaced = { replacedAt: new Date(), expiresAt: new Date(Date.now() + 3_600_000) };
    await api.db.authToken.update({ where: { id: token.id }, data: { ...replaced, replacedById: successor.id } });
    const revocations = await readRevocations(owner, new Date().toISOString(), failOnWarning);
    // The backup has the token as it was, and not its successor.
    await api.db.authToken.update({
      where: { id: token.id },
      data: { ...before, replacedAt: null, replacedById: null },
    });
    await api.db.authToken.delete({ where: { id: successor.id } });
    const outcome = await withConnection(owner, (client) => reapplyRevocations(client, revocations));
    expect(outcome).toMatchObject({ revoked: 0, replaced: 1, serviceAccounts: 0 });
    expect(await api.db.authToken.findUniqueOrThrow({ where: { id: token.id } })).toMatchObject({
      ...replaced,
      replacedById: null,
      revokedAt: null,
    });
  });

  it('stays deleted: a service account, with its tokens and open invitations', async () => {
    const workspace = await makeWorkspace(api, await makeUser(api));
    const [deleted, live] = [
      await makeServiceAccount(api, workspace, { description: 'Nightly' }),
      await makeServiceAccount(api, workspace),
    ];
    const deletedAt = new Date();
    await api.db.serviceAccount.update({ where: { id: deleted.id }, data: { deletedAt } });
    const revocations = await readRevocations(owner, deletedAt.toISOString(), failOnWarning);
    await api.db.serviceAccount.update({ where: { id: deleted.id }, data: { deletedAt: null } });
    // A token that was purged since the backup is in no list of revocations.
    const token = await makeServiceAccountToken(api, deleted);
    const other = await makeServiceAccountToken(api, live);
    const sender = { inviterId: null, inviterServiceAccountId: deleted.id };
    const invitation = await makeInvitation(api, workspace, sender);
    const declined = await makeInvitation(api, workspace, { ...sender, declinedAt: new Date() });
    const outcome = await withConnection(owner, (client) => reapplyRevocations(client, revocations));
    expect(outcome).toMatchObject({ serviceAccounts: 1 });
    expect(await api.db.serviceAccount.findUniqueOrThrow({ where: { id: deleted.id } })).toMatchObject({
      deletedAt,
      description: null,
    });
    const revokedAtOf = async ({ id }: { id: string }) =>
      (await api.db.authToken.findUniqueOrThrow({ where: { id } })).revokedAt;
    expect([await revokedAtOf(token), await revokedAtOf(other)]).toEqual([deletedAt, null]);
    const invitations = await api.db.invitation.findMany({ where: { inviterServiceAccountId: deleted.id } });
    const cancelled = invitations.filter(({ cancelledAt }) => cancelledAt !== null).map(({ id }) => id);
    expect([cancelled, declined.cancelledAt]).toEqual([[invitation.id], null]);
  });

  it('is read from and applied to a database from before service accounts', async () => {
    const name = `old_${process.pid}`;
    await queryAsAdmin(`CREATE DATABASE "${name}"`);
    const url = urlForDatabase(owner, name);
    const expiresAt = new Date(Date.now() + 3_600_000);
    try {
      await withConnection(url, async (client) => {
        const time = 'timestamptz(3)';
        await client.query(`
          CREATE TABLE auth_tokens (id text, revoked_at ${time}, expires_at ${time});
          CREATE TABLE instance_tokens (id text, revoked_at ${time});
          CREATE TABLE sessions (); CREATE TABLE login_attempts (); CREATE TABLE connect_codes ();
          CREATE TABLE ownership_offers (closed_at ${time}, outcome text);
          CREATE TABLE ownership_reassignments (closed_at ${time}, outcome text);
          INSERT INTO auth_tokens VALUES ('revoked', now(), now() + interval '9 days'), ('live', NULL, now() + interval '9 days')`);
        const revocations = await readRevocations(url, new Date().toISOString(), failOnWarning);
        expect(revocations).toEqual({ ...noRevocations, tokens: [expect.objectContaining({ id: 'revoked' })] });
        const since = { replacements: [{ id: 'live', replacedAt: new Date(), expiresAt }], deletedServiceAccounts: [] };
        expect(await reapplyRevocations(client, { ...revocations, ...since })).toMatchObject({ replaced: 1 });
        const { rows } = await client.query(`SELECT expires_at AS "expiresAt" FROM auth_tokens WHERE id = 'live'`);
        expect(rows).toEqual([{ expiresAt }]);
      });
    } finally {
      await queryAsAdmin(`DROP DATABASE "${name}"`);
    }
  });

  it('is searched only since the backup, and not in an empty database', async () => {
    const later = new Date(Date.now() + 2 * 3_600_000).toISOString();
    expect(await readRevocations(owner, later, failOnWarning)).toEqual(noRevocations);
    expect(await readRevocations(urlForDatabase(owner, 'postgres'), new Date(0).toISOString(), failOnWarning)).toEqual(
      noRevocations,
    );
  });
});
