import type pg from 'pg';
import { ulid } from 'ulid';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  addMember,
  makeApiToken,
  makeInstanceToken,
  makeInvitation,
  makeServiceAccount,
  makeServiceAccountToken,
  makeUser,
  makeWorkspace,
} from '../../support/builders.ts';
import { violatedInvariants } from '../../support/invariants.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterEach(async () => {
  expect(await violatedInvariants(api)).toEqual([]);
});
afterAll(() => api.close());

const sql = (text: string, ...values: unknown[]) => api.services.pool.query(text, values);
const violation = (constraint: string) => expect.objectContaining({ constraint }) as unknown;

/** Runs a transaction with one round trip per statement, so that two of them can interleave. */
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

async function makeTeam() {
  const [owner, member] = [await makeUser(api), await makeUser(api)];
  const workspace = await makeWorkspace(api, owner);
  await addMember(api, workspace, member, 'EDITOR');
  return { owner, member, workspace };
}

const changeRole = 'UPDATE memberships SET role = $3 WHERE workspace_id = $1 AND user_id = $2';
const removeMember = 'DELETE FROM memberships WHERE workspace_id = $1 AND user_id = $2';
const deleteWorkspace = 'UPDATE workspaces SET deleted_at = now() WHERE id = $1';
const restoreWorkspace = 'UPDATE workspaces SET deleted_at = NULL WHERE id = $1';
const revokeAll = 'UPDATE auth_tokens SET revoked_at = now() WHERE workspace_id = $1';

describe('the database', () => {
  it('allows a user one default workspace', async () => {
    const user = await makeUser(api);
    const workspaces = [await makeWorkspace(api, user), await makeWorkspace(api, user)];
    const both = sql('UPDATE memberships SET is_default = true WHERE user_id = $1', user.id);
    await expect(both).rejects.toEqual(violation('memberships_one_default_key'));
    await sql('UPDATE memberships SET is_default = true WHERE workspace_id = $1', workspaces[0]?.id);
  });

  it('allows a user one membership in a workspace', async () => {
    const { member, workspace } = await makeTeam();
    await expect(addMember(api, workspace, member, 'APPROVER')).rejects.toMatchObject({ code: 'P2002' });
  });

  it('allows one open invitation of an email to a workspace, in lower case, and not as owner', async () => {
    const { workspace } = await makeTeam();
    const invite = (email: string, rest: object = {}) => makeInvitation(api, workspace, { email, ...rest });
    await invite('open@example.com');
    await expect(invite('open@example.com')).rejects.toMatchObject({ code: 'P2002' });
    for (const end of ['acceptedAt', 'declinedAt', 'cancelledAt'])
      await invite('open@example.com', { [end]: new Date() });
    await expect(invite('Other@example.com')).rejects.toThrow('invitations_email_check');
    await expect(invite('other@example.com', { role: 'OWNER' })).rejects.toThrow('invitations_role_check');
  });

  it('keeps an invitation as it ended', async () => {
    const { workspace } = await makeTeam();
    const { id } = await makeInvitation(api, workspace);
    const bothEnds = 'UPDATE invitations SET accepted_at = now(), declined_at = now() WHERE id = $1';
    await expect(sql(bothEnds, id)).rejects.toEqual(violation('invitations_end_check'));
    await sql('UPDATE invitations SET declined_at = now() WHERE id = $1', id);
    for (const change of [
      'declined_at = NULL',
      'declined_at = NULL, accepted_at = now()',
      `role = 'APPROVER'`,
      `expires_at = now() + interval '1 day'`,
      `email = 'other@example.com'`,
    ])
      await expect(sql(`UPDATE invitations SET ${change} WHERE id = $1`, id)).rejects.toMatchObject({ code: 'INVIT' });
    // The account of the sender may be deleted.
    await sql('UPDATE invitations SET inviter_id = NULL WHERE id = $1', id);
  });

  it('allows one pre-provisioned user per email, and only emails in lower case', async () => {
    const invite = (email: string) => sql('INSERT INTO users (id, email, nickname) VALUES ($1, $2, $2)', ulid(), email);
    await invite('waiting@example.com');
    await expect(invite('waiting@example.com')).rejects.toEqual(violation('users_unclaimed_email_key'));
    await expect(invite('Waiting@example.com')).rejects.toEqual(violation('users_email_check'));
  });

  it('allows one user per identity', async () => {
    const { auth0Id } = await makeUser(api);
    await expect(makeUser(api, { auth0Id })).rejects.toMatchObject({ code: 'P2002' });
  });

  it('stores one response per user, call and requestUlid', async () => {
    const { id } = await makeUser(api);
    const keep = `INSERT INTO idempotency_keys (principal_id, call, key, payload_hash) VALUES ($1, 'call', $2, '')`;
    const requestUlid = ulid();
    await sql(keep, id, requestUlid);
    await expect(sql(keep, id, requestUlid)).rejects.toEqual(violation('idempotency_keys_pkey'));
    await sql('DELETE FROM idempotency_keys');
  });
});

describe('the owner of a live workspace', () => {
  it('is unique', async () => {
    const { member, workspace } = await makeTeam();
    await expect(sql(changeRole, workspace.id, member.id, 'OWNER')).rejects.toEqual(
      violation('memberships_one_owner_key'),
    );
  });

  it('cannot be demoted, removed or moved', async () => {
    const { owner, workspace } = await makeTeam();
    const other = await makeWorkspace(api, await makeUser(api));
    const move = 'UPDATE memberships SET workspace_id = $3 WHERE workspace_id = $1 AND user_id = $2';
    await expect(sql(changeRole, workspace.id, owner.id, 'EDITOR')).rejects.toEqual(
      violation('memberships_owner_change_check'),
    );
    await expect(sql(removeMember, workspace.id, owner.id)).rejects.toEqual(
      violation('memberships_owner_removal_check'),
    );
    await sql(deleteWorkspace, other.id);
    await sql(changeRole, other.id, other.creatorUserId, 'EDITOR');
    await expect(sql(move, workspace.id, owner.id, other.id)).rejects.toEqual(
      violation('memberships_owner_change_check'),
    );
  });

  it('exists from the creation of the workspace', async () => {
    const { id } = await makeUser(api);
    const insert = `INSERT INTO workspaces (id, display_name, instance_url, instance_env_type, creator_user_id)
      VALUES ($1, 'Production', 'https://app.systeminit.com', 'SI', $2)`;
    await expect(sql(insert, ulid(), id)).rejects.toEqual(violation('workspaces_owner_check'));
  });

  it('exists when the workspace is restored', async () => {
    const { owner, workspace } = await makeTeam();
    await sql(deleteWorkspace, workspace.id);
    await sql(removeMember, workspace.id, owner.id);
    await expect(sql(restoreWorkspace, workspace.id)).rejects.toEqual(violation('workspaces_owner_check'));
    await sql(`INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'OWNER')`, workspace.id, owner.id);
    await sql(restoreWorkspace, workspace.id);
  });

  it('can transfer the ownership in one transaction', async () => {
    const { owner, member, workspace } = await makeTeam();
    await transaction(async (client) => {
      await client.query(changeRole, [workspace.id, owner.id, 'APPROVER']);
      await client.query(changeRole, [workspace.id, member.id, 'OWNER']);
    });
    expect(await api.db.membership.findMany({ where: { role: 'OWNER', workspaceId: workspace.id } })).toMatchObject([
      { userId: member.id },
    ]);
  });

  it('is deleted with the workspace, but not with the account', async () => {
    const { owner, workspace } = await makeTeam();
    const creator = await makeUser(api);
    await sql('UPDATE workspaces SET creator_user_id = $2 WHERE id = $1', workspace.id, creator.id);
    const leave = api.asOwner(`DELETE FROM users WHERE id = '${owner.id}'`);
    await expect(leave).rejects.toEqual(violation('memberships_owner_removal_check'));
    await sql('DELETE FROM workspaces WHERE id = $1', workspace.id);
    await api.asOwner(`DELETE FROM users WHERE id = '${owner.id}'`);
  });

  it('survives a concurrent restoration and removal', async () => {
    const { owner, workspace } = await makeTeam();
    await sql(deleteWorkspace, workspace.id);
    const outcomes = await Promise.allSettled([
      transaction(async (client) => {
        await client.query(removeMember, [workspace.id, owner.id]);
        await client.query('SELECT pg_sleep(0.2)');
      }),
      transaction(async (client) => {
        await client.query(restoreWorkspace, [workspace.id]);
        await client.query('SELECT pg_sleep(0.2)');
      }),
    ]);
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  });
});

describe('a live token', () => {
  it.each(['deletion', 'removal'] as const)('cannot outlive a %s', async (ending) => {
    const { member, workspace } = await makeTeam();
    await makeApiToken(api, workspace, member);
    const statement = (client: { query: (text: string, values: string[]) => Promise<unknown> }) =>
      ending === 'deletion'
        ? client.query(deleteWorkspace, [workspace.id])
        : client.query(removeMember, [workspace.id, member.id]);
    const constraint = ending === 'deletion' ? 'workspaces_token_check' : 'memberships_token_check';
    await expect(statement(api.services.pool)).rejects.toEqual(violation(constraint));
    await transaction(async (client) => {
      await statement(client);
      await client.query(revokeAll, [workspace.id]);
    });
    await expect(sql('UPDATE auth_tokens SET revoked_at = NULL WHERE workspace_id = $1', workspace.id)).rejects.toEqual(
      violation('auth_tokens_member_check'),
    );
  });

  it('of an instance cannot either', async () => {
    const { member, workspace } = await makeTeam();
    await makeInstanceToken(api, workspace, member);
    await expect(sql(deleteWorkspace, workspace.id)).rejects.toEqual(violation('workspaces_token_check'));
    await expect(sql(removeMember, workspace.id, member.id)).rejects.toEqual(violation('memberships_token_check'));
  });

  it('belongs to a member', async () => {
    const { workspace } = await makeTeam();
    const outsider = await makeUser(api);
    const database = { cause: { originalCode: 'TOKEN' } };
    await expect(makeApiToken(api, workspace, outsider)).rejects.toMatchObject({
      meta: { driverAdapterError: database },
    });
    await expect(makeInstanceToken(api, workspace, outsider)).rejects.toMatchObject({
      meta: { driverAdapterError: database },
    });
  });

  it('created concurrently with a removal makes one of the two fail', async () => {
    const { member, workspace } = await makeTeam();
    const removal = transaction(async (client) => {
      await client.query(removeMember, [workspace.id, member.id]);
      await client.query('SELECT pg_sleep(0.3)');
    });
    const outcomes = await Promise.allSettled([removal, makeApiToken(api, workspace, member)]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});

describe('an API token', () => {
  it('acts as a user or as a service account, has a scope, and says when it was replaced', async () => {
    const { owner, workspace } = await makeTeam();
    const serviceAccount = await makeServiceAccount(api, workspace);
    const { id } = await makeServiceAccountToken(api, serviceAccount);
    const change = (columns: string) => sql(`UPDATE auth_tokens SET ${columns} WHERE id = $1`, id);
    const principal = violation('auth_tokens_principal_check');
    await expect(change(`user_id = '${owner.id}'`)).rejects.toEqual(principal);
    await expect(change('service_account_id = NULL')).rejects.toEqual(principal);
    await expect(change(`scopes = '{}'`)).rejects.toEqual(violation('auth_tokens_scopes_check'));
    await expect(change('replaced_by_id = id')).rejects.toEqual(violation('auth_tokens_replaced_check'));
    const [first, second] = [await makeApiToken(api, workspace, owner), await makeApiToken(api, workspace, owner)];
    const replace = 'UPDATE auth_tokens SET replaced_by_id = $2, replaced_at = now() WHERE id = $1';
    await sql(replace, first.id, id);
    await expect(sql(replace, second.id, id)).rejects.toEqual(violation('auth_tokens_replaced_by_id_key'));
  });

  it('of a service account cannot outlive its deletion, or the deletion of its workspace', async () => {
    const { workspace } = await makeTeam();
    const serviceAccount = await makeServiceAccount(api, workspace);
    const { id } = await makeServiceAccountToken(api, serviceAccount);
    const deleteServiceAccount = 'UPDATE service_accounts SET deleted_at = now() WHERE id = $1';
    const revoke = 'UPDATE auth_tokens SET revoked_at = now() WHERE id = $1';
    await expect(sql(deleteServiceAccount, serviceAccount.id)).rejects.toEqual(
      violation('service_accounts_token_check'),
    );
    await expect(sql(deleteWorkspace, workspace.id)).rejects.toEqual(violation('workspaces_token_check'));
    await transaction(async (client) => {
      await client.query(deleteServiceAccount, [serviceAccount.id]);
      await client.query(revoke, [id]);
    });
    await expect(sql('UPDATE auth_tokens SET revoked_at = NULL WHERE id = $1', id)).rejects.toEqual(
      violation('auth_tokens_member_check'),
    );
    const database = { cause: { originalCode: 'TOKEN' } };
    await expect(makeServiceAccountToken(api, serviceAccount)).rejects.toMatchObject({
      meta: { driverAdapterError: database },
    });
  });

  it('of a service account belongs to its workspace, and survives every member', async () => {
    const { owner, member, workspace } = await makeTeam();
    const other = await makeWorkspace(api, owner);
    const serviceAccount = await makeServiceAccount(api, workspace, { createdById: member.id });
    const { id } = await makeServiceAccountToken(api, serviceAccount, { createdById: member.id });
    await expect(sql('UPDATE auth_tokens SET workspace_id = $2 WHERE id = $1', id, other.id)).rejects.toEqual(
      violation('auth_tokens_member_check'),
    );
    await expect(
      sql('UPDATE service_accounts SET workspace_id = $2 WHERE id = $1', serviceAccount.id, other.id),
    ).rejects.toEqual(violation('service_accounts_token_check'));
    await sql(removeMember, workspace.id, member.id);
    await api.asOwner(`DELETE FROM users WHERE id = '${member.id}'`);
    expect(await api.db.authToken.findUnique({ where: { id } })).toMatchObject({ createdById: null, revokedAt: null });
  });

  it('created concurrently with the deletion of its service account makes one of the two fail', async () => {
    const { workspace } = await makeTeam();
    const serviceAccount = await makeServiceAccount(api, workspace);
    const deletion = transaction(async (client) => {
      await client.query('UPDATE service_accounts SET deleted_at = now() WHERE id = $1', [serviceAccount.id]);
      await client.query('SELECT pg_sleep(0.3)');
    });
    const outcomes = await Promise.allSettled([deletion, makeServiceAccountToken(api, serviceAccount)]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });
});

describe('a service account', () => {
  it('is no owner, and has a name that no other one of its workspace has or had', async () => {
    const { workspace } = await makeTeam();
    await makeServiceAccount(api, workspace, { name: 'Déploy', deletedAt: new Date() });
    await expect(makeServiceAccount(api, workspace, { name: 'deploy' })).rejects.toMatchObject({ code: 'P2002' });
    await makeServiceAccount(api, await makeWorkspace(api, await makeUser(api)), { name: 'deploy' });
    await expect(makeServiceAccount(api, workspace, { role: 'OWNER' })).rejects.toThrow('service_accounts_role_check');
    await expect(makeServiceAccount(api, workspace, { id: 'short' })).rejects.toThrow('service_accounts_id_check');
  });

  it('has one personal key, which belongs to nothing else and goes with the workspace', async () => {
    const { owner, workspace } = await makeTeam();
    const { id } = await makeServiceAccount(api, workspace);
    const insert = 'INSERT INTO personal_keys (service_account_id, user_id) VALUES ($1, $2)';
    await expect(sql(insert, id, owner.id)).rejects.toEqual(violation('personal_keys_owner_check'));
    await expect(sql(insert, null, null)).rejects.toEqual(violation('personal_keys_owner_check'));
    await sql(insert, id, null);
    await expect(sql(insert, id, null)).rejects.toEqual(violation('personal_keys_service_account_id_key'));
    await sql('DELETE FROM workspaces WHERE id = $1', workspace.id);
    expect(await api.db.personalKey.count({ where: { serviceAccountId: id } })).toBe(0);
  });

  it('or a user sends an invitation, not both', async () => {
    const { owner, workspace } = await makeTeam();
    const { id } = await makeServiceAccount(api, workspace);
    const both = { inviterId: owner.id, inviterServiceAccountId: id };
    await expect(makeInvitation(api, workspace, both)).rejects.toThrow('invitations_inviter_check');
    await makeInvitation(api, workspace, { ...both, inviterId: null });
  });
});

describe('the policy of a workspace for API tokens', () => {
  it('has a positive number of days', async () => {
    const { workspace } = await makeTeam();
    const setDays = 'UPDATE workspaces SET token_max_days = $2 WHERE id = $1';
    await expect(sql(setDays, workspace.id, 0)).rejects.toEqual(violation('workspaces_token_max_days_check'));
    for (const days of [1, null]) await sql(setDays, workspace.id, days);
  });
});

describe('a transaction with a conflict', () => {
  const raise = (code: string) => `DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '${code}'; END $$`;

  it.each(['40P01', '40001', '23505', 'OWNER', 'TOKEN'])('(%s) is retried', async (code) => {
    let attempts = 0;
    const response = inTransaction(api.services, async ({ db }) => {
      attempts++;
      if (attempts < 3) await db.$executeRawUnsafe(raise(code));
      return attempts;
    });
    expect(await response).toBe(3);
  });

  it('at its commit is retried', async () => {
    const { owner, workspace } = await makeTeam();
    let attempts = 0;
    await inTransaction(api.services, async ({ db }) => {
      attempts++;
      if (attempts < 2) await db.membership.deleteMany({ where: { workspaceId: workspace.id, userId: owner.id } });
    });
    expect(attempts).toBe(2);
  });

  it('fails after three attempts, and at once with any other error', async () => {
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
