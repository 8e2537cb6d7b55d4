import type pg from 'pg';
import { ulid } from 'ulid';
import { inTransaction } from '../src/http/transaction.ts';
import { startApi, type TestApi } from './support/api.ts';
import { addMember, makeApiToken, makeInstanceToken, makeUser, makeWorkspace } from './support/builders.ts';
import { brokenRules } from './support/invariants.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterEach(async () => {
  expect(await brokenRules(api)).toEqual([]);
});
afterAll(() => api.close());

const sql = (text: string, ...values: unknown[]) => api.services.pool.query(text, values);
const refused = (constraint: string) => expect.objectContaining({ constraint }) as unknown;

/** Runs a transaction; the statements are one round trip each, so two of these can be interleaved. */
async function transaction(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await api.services.pool.connect();
  try {
    await client.query('BEGIN');
    await work(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

async function team() {
  const [owner, member] = [await makeUser(api), await makeUser(api)];
  const workspace = await makeWorkspace(api, owner);
  await addMember(api, workspace, member, 'EDITOR');
  return { owner, member, workspace };
}

const demote = 'UPDATE memberships SET role = $3 WHERE workspace_id = $1 AND user_id = $2';
const remove = 'DELETE FROM memberships WHERE workspace_id = $1 AND user_id = $2';
const end = 'UPDATE workspaces SET deleted_at = now() WHERE id = $1';
const restore = 'UPDATE workspaces SET deleted_at = NULL WHERE id = $1';
const revokeAll = 'UPDATE auth_tokens SET revoked_at = now() WHERE workspace_id = $1';

describe('the database itself', () => {
  it('gives a person one default', async () => {
    const user = await makeUser(api);
    const workspaces = [await makeWorkspace(api, user), await makeWorkspace(api, user)];
    const both = sql('UPDATE memberships SET is_default = true WHERE user_id = $1', user.id);
    await expect(both).rejects.toEqual(refused('memberships_one_default_key'));
    await sql('UPDATE memberships SET is_default = true WHERE workspace_id = $1', workspaces[0]?.id);
  });

  it('makes nobody a member twice', async () => {
    const { member, workspace } = await team();
    await expect(addMember(api, workspace, member, 'APPROVER')).rejects.toMatchObject({ code: 'P2002' });
  });

  it('keeps one invitation an address, and addresses in lower case', async () => {
    const invite = (email: string) => sql('INSERT INTO users (id, email, nickname) VALUES ($1, $2, $2)', ulid(), email);
    await invite('waiting@example.com');
    await expect(invite('waiting@example.com')).rejects.toEqual(refused('users_unclaimed_email_key'));
    await expect(invite('Waiting@example.com')).rejects.toEqual(refused('users_email_check'));
  });

  it('makes one user of an identity', async () => {
    const { auth0Id } = await makeUser(api);
    await expect(makeUser(api, { auth0Id })).rejects.toMatchObject({ code: 'P2002' });
  });

  it('keeps an answer for one request of a person, a call and a ULID', async () => {
    const { id } = await makeUser(api);
    const keep = `INSERT INTO idempotency_keys (user_id, call, request_ulid, payload_hash) VALUES ($1, 'call', $2, '')`;
    const requestUlid = ulid();
    await sql(keep, id, requestUlid);
    await expect(sql(keep, id, requestUlid)).rejects.toEqual(refused('idempotency_keys_pkey'));
    await sql('DELETE FROM idempotency_keys');
  });
});

describe('the owner of a live workspace', () => {
  it('is one', async () => {
    const { member, workspace } = await team();
    await expect(sql(demote, workspace.id, member.id, 'OWNER')).rejects.toEqual(refused('memberships_one_owner_key'));
  });

  it('can’t be demoted, removed, or moved away', async () => {
    const { owner, workspace } = await team();
    const other = await makeWorkspace(api, await makeUser(api));
    const move = 'UPDATE memberships SET workspace_id = $3 WHERE workspace_id = $1 AND user_id = $2';
    await expect(sql(demote, workspace.id, owner.id, 'EDITOR')).rejects.toEqual(
      refused('memberships_owner_change_check'),
    );
    await expect(sql(remove, workspace.id, owner.id)).rejects.toEqual(refused('memberships_owner_removal_check'));
    await sql(end, other.id);
    await sql(demote, other.id, other.creatorUserId, 'EDITOR');
    await expect(sql(move, workspace.id, owner.id, other.id)).rejects.toEqual(
      refused('memberships_owner_change_check'),
    );
  });

  it('is there from the beginning', async () => {
    const { id } = await makeUser(api);
    const insert = `INSERT INTO workspaces (id, display_name, instance_url, instance_env_type, creator_user_id)
      VALUES ($1, 'Production', 'https://app.systeminit.com', 'SI', $2)`;
    await expect(sql(insert, ulid(), id)).rejects.toEqual(refused('workspaces_owner_check'));
  });

  it('is there again when the workspace is restored', async () => {
    const { owner, workspace } = await team();
    await sql(end, workspace.id);
    await sql(remove, workspace.id, owner.id);
    await expect(sql(restore, workspace.id)).rejects.toEqual(refused('workspaces_owner_check'));
    await sql(`INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'OWNER')`, workspace.id, owner.id);
    await sql(restore, workspace.id);
  });

  it('can hand over in one transaction', async () => {
    const { owner, member, workspace } = await team();
    await transaction(async (client) => {
      await client.query(demote, [workspace.id, owner.id, 'APPROVER']);
      await client.query(demote, [workspace.id, member.id, 'OWNER']);
    });
    expect(await api.db.membership.findMany({ where: { role: 'OWNER', workspaceId: workspace.id } })).toMatchObject([
      { userId: member.id },
    ]);
  });

  it('goes with the workspace, and not with the account', async () => {
    const { owner, workspace } = await team();
    const creator = await makeUser(api);
    await sql('UPDATE workspaces SET creator_user_id = $2 WHERE id = $1', workspace.id, creator.id);
    const leave = api.asOwner(`DELETE FROM users WHERE id = '${owner.id}'`);
    await expect(leave).rejects.toEqual(refused('memberships_owner_removal_check'));
    await sql('DELETE FROM workspaces WHERE id = $1', workspace.id);
    await api.asOwner(`DELETE FROM users WHERE id = '${owner.id}'`);
  });

  it('is not lost between a restoration and a removal that each saw the other undone', async () => {
    const { owner, workspace } = await team();
    await sql(end, workspace.id);
    const outcomes = await Promise.allSettled([
      transaction(async (client) => {
        await client.query(remove, [workspace.id, owner.id]);
        await client.query('SELECT pg_sleep(0.2)');
      }),
      transaction(async (client) => {
        await client.query(restore, [workspace.id]);
        await client.query('SELECT pg_sleep(0.2)');
      }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  });
});

describe('a live token', () => {
  it.each(['deletion', 'removal'] as const)('can’t outlive a %s', async (ending) => {
    const { member, workspace } = await team();
    await makeApiToken(api, workspace, member);
    const statement = (client: { query: (text: string, values: string[]) => Promise<unknown> }) =>
      ending === 'deletion' ? client.query(end, [workspace.id]) : client.query(remove, [workspace.id, member.id]);
    const constraint = ending === 'deletion' ? 'workspaces_token_check' : 'memberships_token_check';
    await expect(statement(api.services.pool)).rejects.toEqual(refused(constraint));
    await transaction(async (client) => {
      await statement(client);
      await client.query(revokeAll, [workspace.id]);
    });
    await expect(sql('UPDATE auth_tokens SET revoked_at = NULL WHERE workspace_id = $1', workspace.id)).rejects.toEqual(
      refused('auth_tokens_member_check'),
    );
  });

  it('of an instance can’t either', async () => {
    const { member, workspace } = await team();
    await makeInstanceToken(api, workspace, member);
    await expect(sql(end, workspace.id)).rejects.toEqual(refused('workspaces_token_check'));
    await expect(sql(remove, workspace.id, member.id)).rejects.toEqual(refused('memberships_token_check'));
  });

  it('is made for nobody but a member', async () => {
    const { workspace } = await team();
    const outsider = await makeUser(api);
    const database = { cause: { originalCode: 'TOKEN' } };
    await expect(makeApiToken(api, workspace, outsider)).rejects.toMatchObject({
      meta: { driverAdapterError: database },
    });
    await expect(makeInstanceToken(api, workspace, outsider)).rejects.toMatchObject({
      meta: { driverAdapterError: database },
    });
  });

  it('may be made beside an end that is not committed, and then one of the two fails', async () => {
    const { member, workspace } = await team();
    const ended = transaction(async (client) => {
      await client.query(remove, [workspace.id, member.id]);
      await client.query('SELECT pg_sleep(0.3)');
    });
    const outcomes = await Promise.allSettled([ended, makeApiToken(api, workspace, member)]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});

describe('a transaction that lost a race', () => {
  const raise = (code: string) => `DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '${code}'; END $$`;

  it.each(['40P01', '40001', '23505', 'OWNER', 'TOKEN'])('by %s is begun anew', async (code) => {
    let attempts = 0;
    const answer = inTransaction(api.services, async ({ db }) => {
      attempts++;
      if (attempts < 3) await db.$executeRawUnsafe(raise(code));
      return attempts;
    });
    expect(await answer).toBe(3);
  });

  it('at its commit is begun anew', async () => {
    const { owner, workspace } = await team();
    let attempts = 0;
    await inTransaction(api.services, async ({ db }) => {
      attempts++;
      if (attempts < 2) await db.membership.deleteMany({ where: { workspaceId: workspace.id, userId: owner.id } });
    });
    expect(attempts).toBe(2);
  });

  it('is a failure when it goes on losing, and any other failure is one at once', async () => {
    let attempts = 0;
    const lose = (code: string) =>
      inTransaction(api.services, async ({ db }) => {
        attempts++;
        await db.$executeRawUnsafe(raise(code));
      });
    await expect(lose('40P01')).rejects.toMatchObject({ code: 'P2010' });
    expect(attempts).toBe(3);
    await expect(lose('23514')).rejects.toMatchObject({ code: 'P2010' });
    expect(attempts).toBe(4);
  });
});
