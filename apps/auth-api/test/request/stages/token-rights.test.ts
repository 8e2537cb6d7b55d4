/** @takes 40 s */
import { apiScopeNames, calls, ErrorBody, type Call, type ErrorType } from '@portal/contract';
import { ulid } from 'ulid';
import { revokeWorkspaceTokens } from '../../../src/features/credentials/revoke-tokens.ts';
import { createFixture, pathOf, type Fixture } from '../../support/actors.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import {
  addMember,
  makeApiToken,
  makeServiceAccount,
  makeServiceAccountToken,
  makeUser,
} from '../../support/builders.ts';
import { databaseFingerprint } from '../../support/database-fingerprint.ts';
import { startSlowClient, type SlowClient } from '../../support/late-body.ts';
import { openTransaction, waitForLockOfRights } from '../../support/lock-waits.ts';
import { validBodies } from '../../support/valid-input.ts';

let api: TestApi;
let client: SlowClient;
beforeAll(async () => {
  api = await startApi();
  client = await startSlowClient(api);
});
afterAll(async () => {
  await client.close();
  await api.close();
});

interface Holder {
  /** The fixture has the credentials of the token. */
  readonly fixture: Fixture;
  readonly tokenId: string;
  /** The user or the service account that the token acts as. */
  readonly principalId: string;
  readonly ownerId: string;
}

const fields = () => ({ scopes: [...apiScopeNames], rotatesUntil: new Date(Date.now() + 86_400_000) });

async function makeHolder(of: 'owner' | 'approver' | 'service account'): Promise<Holder> {
  const owned = await createFixture(api, 'owner');
  const { workspace, subject } = owned;
  const holderOf = (principalId: string, { id, credentials }: { id: string; credentials: Credentials }): Holder => ({
    fixture: { ...owned, credentials },
    tokenId: id,
    principalId,
    ownerId: subject.id,
  });
  if (of === 'service account') {
    const account = await makeServiceAccount(api, workspace);
    return holderOf(account.id, await makeServiceAccountToken(api, account, fields()));
  }
  const user = of === 'owner' ? subject : await makeUser(api);
  if (of === 'approver') await addMember(api, workspace, user, 'APPROVER');
  return holderOf(user.id, await makeApiToken(api, workspace, user, fields()));
}

interface Ending {
  /** Whose tokens can lose the right. */
  readonly of: readonly ('owner' | 'approver' | 'service account')[];
  /** SQL that ends it. $1 is the token, $2 its principal, $3 the workspace, $4 the owner. */
  readonly sql: string;
  readonly error: ErrorType;
  /** The calls that need the right; all of them by default. */
  readonly calls?: (name: string) => boolean;
}

const anyone = ['owner', 'service account'] as const;
const needsOwner = ['updateWorkspace', 'setApprovals', 'changeMemberRole'];
const byScope = (name: string) => name !== 'rotateAuthToken';

const endings: Readonly<Record<string, Ending>> = {
  'the token is revoked': {
    of: anyone,
    sql: 'UPDATE auth_tokens SET revoked_at = now() WHERE id = $1',
    error: 'InvalidToken',
  },
  'the token is replaced at once': {
    of: anyone,
    sql: 'UPDATE auth_tokens SET replaced_at = now(), expires_at = now() WHERE id = $1',
    error: 'TokenReplaced',
  },
  'the token expires': {
    of: anyone,
    sql: 'UPDATE auth_tokens SET expires_at = now() WHERE id = $1',
    error: 'InvalidToken',
  },
  'the policy of the workspace forbids it': {
    of: anyone,
    sql: 'UPDATE workspaces SET token_writes_allowed = false WHERE id = $3',
    error: 'InsufficientScope',
    calls: byScope,
  },
  'the workspace is quarantined': {
    of: anyone,
    sql: 'UPDATE workspaces SET quarantined_at = now() WHERE id = $3',
    error: 'InvalidToken',
  },
  'the service account is deleted': {
    of: ['service account'],
    sql: `WITH revoked AS (UPDATE auth_tokens SET revoked_at = now() WHERE service_account_id = $2)
      UPDATE service_accounts SET deleted_at = now() WHERE id = $2`,
    error: 'InvalidToken',
  },
  'the owner is suspended': {
    of: ['service account'],
    sql: 'UPDATE users SET suspended_at = now() WHERE id = $4',
    error: 'WorkspacePaused',
  },
  'the owner is quarantined': {
    of: ['service account'],
    sql: 'UPDATE users SET quarantined_at = now() WHERE id = $4',
    error: 'WorkspacePaused',
  },
  'new terms of the owner': {
    of: ['service account'],
    sql: 'UPDATE users SET tos_version_id = NULL WHERE id = $4',
    error: 'TermsNotAccepted',
  },
  'its person is suspended': {
    of: ['owner', 'approver'],
    sql: 'UPDATE users SET suspended_at = now() WHERE id = $2',
    error: 'InvalidToken',
  },
  'new terms of its person': {
    of: ['owner'],
    sql: 'UPDATE users SET tos_version_id = NULL WHERE id = $2',
    error: 'TermsNotAccepted',
  },
  'its person becomes an editor': {
    of: ['approver'],
    sql: `UPDATE memberships SET role = 'EDITOR' WHERE workspace_id = $3 AND user_id = $2`,
    error: 'NotAllowed',
    calls: (name) => name.toLowerCase().includes('invit') || name === 'removeMember',
  },
  'its person is removed': {
    of: ['approver'],
    sql: `WITH revoked AS (UPDATE auth_tokens SET revoked_at = now() WHERE user_id = $2)
      DELETE FROM memberships WHERE workspace_id = $3 AND user_id = $2`,
    error: 'InvalidToken',
  },
  'the ownership moves': {
    of: ['owner'],
    sql: `UPDATE memberships SET role = CASE WHEN user_id = $2 THEN 'APPROVER' ELSE 'OWNER' END::workspace_role
      WHERE workspace_id = $3`,
    error: 'NotAllowed',
    calls: (name) => needsOwner.includes(name),
  },
};

const idsOf = ({ fixture, tokenId, principalId, ownerId }: Holder) => [
  tokenId,
  principalId,
  fixture.workspace.id,
  ownerId,
];
/** Each statement names all parameters, because PostgreSQL has to know their types. */
const withIds = (sql: string) =>
  sql.startsWith('WITH ')
    ? sql.replace('WITH ', 'WITH ids AS (SELECT $1::text, $2::text, $3::text, $4::text), ')
    : `WITH ids AS (SELECT $1::text, $2::text, $3::text, $4::text) ${sql}`;

/** The changes that a token can make. */
const changes = Object.entries<Call>(calls).filter(
  ([, { method, access }]) => method !== 'GET' && access.who === 'member' && (access.scope ?? access.ownToken),
);

/** Those of its own token are a replacement and a revocation. */
const requestOf = (name: string, call: Call, { fixture, tokenId }: Holder) => ({
  method: call.method,
  path: pathOf(call, name === 'rotateAuthToken' ? { ...fixture, tokenId } : fixture),
  credentials: fixture.credentials,
  body: validBodies[name]?.(fixture, api.services.legal.currentVersionId) ?? {},
});

/** Each right with each change that its holder could make before. */
const cases = Object.entries(endings).flatMap(([what, { of, calls: needs = () => true }]) =>
  of.flatMap((holder) =>
    changes
      .filter(([name]) => needs(name) && !(holder === 'approver' && needsOwner.includes(name)))
      .map(([name, call]) => ({ what, of: holder, name, call })),
  ),
);

describe('a change by a token whose body arrives after one of its rights has ended', () => {
  it('is each change that a token can make', () => {
    expect(changes.map(([name]) => name).sort()).toEqual([
      'cancelInvitation',
      'changeMemberRole',
      'inviteMember',
      'inviteMembers',
      'removeMember',
      'renameAuthToken',
      'resendInvitation',
      'revokeAuthToken',
      'rotateAuthToken',
      'setApprovals',
      'updateWorkspace',
    ]);
    expect(cases.length).toBeGreaterThan(150);
  });

  it.each(cases)(
    '$name by a token of the $of is rejected and changes nothing: $what',
    async ({ what, of, name, call }) => {
      const holder = await makeHolder(of);
      const ending = endings[what];
      let before = '';
      const response = await client.send(requestOf(name, call, holder), async () => {
        await api.services.pool.query(withIds(ending?.sql ?? ''), idsOf(holder));
        before = await databaseFingerprint(api);
      });
      const { type } = ErrorBody.parse(response.body).error;
      expect(type).toBe(ending?.error);
      // A use after the replacement is recorded while the response is on its way.
      if (type !== 'TokenReplaced') expect(await databaseFingerprint(api)).toBe(before);
    },
  );
});

describe('a change by a token that starts while one of its rights is ending', () => {
  const racing = Object.entries(endings).flatMap(([what, ending]) =>
    (ending.calls?.('inviteMember') ?? true) ? ending.of.map((of) => ({ what, of })) : [],
  );

  it.each(racing)('of the $of waits, and is rejected: $what', async ({ what, of }) => {
    const holder = await makeHolder(of);
    const { fixture } = holder;
    const email = `${ulid().toLowerCase()}@example.com`;
    const ending = await openTransaction(api, withIds(endings[what]?.sql ?? ''), idsOf(holder));
    const sent = api
      .send('POST', `/workspace/${fixture.workspace.id}/members`, fixture.credentials)
      .send({ email })
      .then(({ body }) => body as unknown);
    await waitForLockOfRights(api);
    await ending.end('COMMIT');
    expect(ErrorBody.parse(await sent).error.type).toBe(endings[what]?.error);
    expect(await api.db.invitation.count({ where: { email } })).toBe(0);
  });

  it.each(['approver', 'service account'] as const)(
    'of the %s goes first if it has its rights already, and the end waits for it',
    async (of) => {
      const { fixture, tokenId, principalId, ownerId } = await makeHolder(of);
      const workspaceId = fixture.workspace.id;
      const token = await openTransaction(api, 'SELECT 1 FROM auth_tokens WHERE id = $1 FOR UPDATE', [tokenId]);
      const sent = api
        .send('POST', `/workspace/${workspaceId}/members`, fixture.credentials)
        .send({ email: `${ulid()}@example.com` })
        .then(({ status }) => status);
      await waitForLockOfRights(api);
      const userId = of === 'approver' ? principalId : ownerId;
      for (const rights of [
        `users WHERE id = '${userId}'`,
        `workspaces WHERE id = '${workspaceId}'`,
        `memberships WHERE workspace_id = '${workspaceId}' AND user_id = '${userId}'`,
        ...(of === 'approver' ? [] : [`service_accounts WHERE id = '${principalId}'`]),
      ])
        await expect(api.asOwner(`SELECT 1 FROM ${rights} FOR NO KEY UPDATE NOWAIT`)).rejects.toMatchObject({
          code: '55P03',
        });
      await token.end('COMMIT');
      expect(await sent).toBe(200);
    },
  );
});

it('a deleted workspace ends all of its tokens, before and after the body arrives', async () => {
  for (const each of ['owner', 'approver', 'service account'] as const) {
    const { fixture } = await makeHolder(each);
    const path = `/workspace/${fixture.workspace.id}/members`;
    const body = { email: `${ulid()}@example.com` };
    const response = await client.send({ method: 'POST', path, credentials: fixture.credentials, body }, async () => {
      await revokeWorkspaceTokens(fixture.workspace.id, api.db);
      await api.db.workspace.update({ where: { id: fixture.workspace.id }, data: { deletedAt: new Date() } });
    });
    expect(response.status).toBe(401);
    expect((await api.send('GET', '/whoami', fixture.credentials)).status).toBe(401);
  }
});
