/** @takes 60 s */
import { jest } from '@jest/globals';
import { calls, ErrorBody, type Call, type ErrorType } from '@portal/contract';
import { ulid } from 'ulid';
import { revokeWorkspaceTokens } from '../../../src/features/credentials/revoke-tokens.ts';
import { hashSecret } from '../../../src/request/auth/secrets.ts';
import { createFixture, pathOf, type ActorName, type Fixture } from '../../support/actors.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { makeUser, logIn } from '../../support/builders.ts';
import { databaseFingerprint } from '../../support/database-fingerprint.ts';
import type { Outcome } from '../../support/access-rows.ts';
import { expectedAccess } from '../../support/expected-access.ts';
import { fakeBilling } from '../../support/fake-billing.ts';
import { startFakeIdentityProvider, type FakeIdentityProvider } from '../../support/fake-identity-provider.ts';
import { startSlowClient, type SlowClient } from '../../support/late-body.ts';
import { openTransaction, waitForLockOfRights } from '../../support/lock-waits.ts';
import { validBodies } from '../../support/valid-input.ts';

let api: TestApi;
let client: SlowClient;
let provider: FakeIdentityProvider;
beforeAll(async () => {
  provider = await startFakeIdentityProvider();
  api = await startApi({ AUTH0_URL: provider.url });
  client = await startSlowClient(api);
});
afterAll(async () => {
  await client.close();
  await api.close();
  await provider.close();
});

type Caller = Extract<ActorName, 'owner' | 'approver' | 'editor' | 'staff'>;

/** A right that ends while the body of a request is on its way. */
interface Ending {
  readonly callers: readonly Caller[];
  /** Ends the right of the user who sends the request. */
  readonly end: (userId: string, fixture: Fixture) => Promise<unknown>;
  /** The actor of the access table who never had the right. */
  readonly like: (caller: Caller) => ActorName;
  /** The kind of access that the right gives, if it is only one. */
  readonly access?: Call['access']['who'];
}

const everyone = ['owner', 'approver', 'editor', 'staff'] as const;
const members = ['owner', 'approver', 'editor'] as const;
const setUser = (columns: object) => (id: string) => api.db.user.update({ where: { id }, data: columns });
const staffOr = (staff: ActorName, other: ActorName) => (caller: Caller) => (caller === 'staff' ? staff : other);

const endings: Readonly<Record<string, Ending>> = {
  'the session ends': {
    callers: everyone,
    end: (userId) => api.db.session.deleteMany({ where: { userId } }),
    like: () => 'anonymous',
  },
  'the user is suspended': {
    callers: everyone,
    end: (userId) => setUser({ suspendedAt: new Date() })(userId),
    like: staffOr('suspendedStaff', 'suspended'),
  },
  'the user is quarantined': {
    callers: everyone,
    end: (userId) => setUser({ quarantinedAt: new Date() })(userId),
    like: staffOr('quarantinedStaff', 'quarantined'),
  },
  'the email is no longer verified': {
    callers: everyone,
    end: (userId) => setUser({ emailVerified: false })(userId),
    like: staffOr('unverifiedStaff', 'unverified'),
  },
  'the terms change': {
    callers: everyone,
    end: (userId) => setUser({ tosVersionId: null })(userId),
    like: staffOr('termsPendingStaff', 'termsPending'),
  },
  'the member is removed': {
    callers: ['approver', 'editor'],
    end: (userId, { workspace }) => api.db.membership.deleteMany({ where: { workspaceId: workspace.id, userId } }),
    like: () => 'exMember',
  },
  'the approver becomes an editor': {
    callers: ['approver'],
    end: (userId, { workspace }) => setRole(workspace.id, userId, 'EDITOR'),
    like: () => 'editor',
  },
  'the ownership moves to another member': {
    callers: ['owner'],
    // Who made a token may change it, whatever their role.
    end: (userId, { workspace, colleague, tokenId }) =>
      api.db.$transaction([
        setRole(workspace.id, userId, 'APPROVER'),
        setRole(workspace.id, colleague.id, 'OWNER'),
        api.db.authToken.update({ where: { id: tokenId }, data: { userId: colleague.id } }),
      ]),
    like: () => 'approver',
    access: 'member',
  },
  'the workspace is deleted': {
    callers: members,
    async end(_userId, { workspace }) {
      await revokeWorkspaceTokens(workspace.id, api.db);
      await api.db.workspace.update({ where: { id: workspace.id }, data: { deletedAt: new Date() } });
    },
    like: () => 'inDeletedWorkspace',
  },
  'the workspace is quarantined': {
    callers: members,
    end: (_userId, { workspace }) =>
      api.db.workspace.update({ where: { id: workspace.id }, data: { quarantinedAt: new Date() } }),
    like: () => 'inQuarantinedWorkspace',
  },
  'the staff session loses its rights': {
    callers: ['staff'],
    end: (userId) => api.db.session.updateMany({ where: { userId }, data: { isStaff: false } }),
    like: () => 'passwordStaff',
  },
};

const setRole = (workspaceId: string, userId: string, role: 'EDITOR' | 'APPROVER' | 'OWNER') =>
  api.db.membership.update({ where: { workspaceId_userId: { workspaceId, userId } }, data: { role } });

const accessErrors: ReadonlySet<Outcome> = new Set<Outcome>([
  'NotSignedIn',
  'AccountQuarantined',
  'AccountSuspended',
  'TermsNotAccepted',
  'EmailNotVerified',
  'NotAllowed',
  'WorkspaceNotFound',
]);

/** The calls that a user makes to change something. */
const changes = Object.entries<Call>(calls).filter(
  ([, { method, access }]) => method !== 'GET' && access.who !== 'anyone' && access.who !== 'webhook',
);

/** Each change with each right that it needs: once for the first caller who has the right, in the order of `callers`. */
const cases = changes.flatMap(([name, call]) =>
  Object.entries(endings).flatMap(([what, { access = call.access.who, callers, like }]) => {
    const row = access === call.access.who ? expectedAccess[name] : undefined;
    const caller = callers.find((each) => row && !accessErrors.has(row[each]) && accessErrors.has(row[like(each)]));
    return caller ? [{ name, call, what, caller, errorType: row?.[like(caller)] }] : [];
  }),
);

const userIdOf = async (cookie = '') =>
  (await api.db.session.findUniqueOrThrow({ where: { idHash: hashSecret(cookie.split('=')[1] ?? '') } })).userId;

describe('a change whose body arrives after a right of its user has ended', () => {
  it('needs a right, whichever change it is', () => {
    expect(cases.length).toBeGreaterThan(200);
    expect(new Set(cases.map(({ name }) => name))).toEqual(new Set(changes.map(([name]) => name)));
    expect(new Set(cases.map(({ what }) => what))).toEqual(new Set(Object.keys(endings)));
  });

  // Each right that an API token can lose has a case in token-rights.test.ts.
  it('is never made with the token of an instance, and with an API token only by a scope or about itself', () => {
    const tokensOf = ({ access }: Call) => ('tokens' in access ? access.tokens : undefined);
    expect(changes.filter(([, call]) => call.access.who === 'instance' || tokensOf(call))).toEqual([]);
  });

  it.each(cases)(
    '$name is rejected and changes nothing when $what',
    async ({ name, call, what, caller, errorType }) => {
      const fixture = await createFixture(api, caller);
      const userId = await userIdOf(fixture.credentials.cookie);
      const body = { ...validBodies[name]?.(fixture, api.services.legal.currentVersionId), requestUlid: ulid() };
      let before = '';
      const request = { method: call.method, path: pathOf(call, fixture), credentials: fixture.credentials, body };
      const response = await client.send(request, async () => {
        await endings[what]?.end(userId, fixture);
        before = await databaseFingerprint(api);
      });
      expect(ErrorBody.parse(response.body).error.type).toBe(errorType);
      expect(await databaseFingerprint(api)).toBe(before);
    },
  );

  it('is rejected without a requestUlid, too', async () => {
    const fixture = await createFixture(api, 'owner');
    const request = { method: 'DELETE', path: `/workspaces/${fixture.workspace.id}`, body: {} };
    const response = await client.send({ ...request, credentials: fixture.credentials }, () =>
      api.db.session.deleteMany({ where: { userId: fixture.subject.id } }),
    );
    expect(ErrorBody.parse(response.body).error.type).toBe('NotSignedIn');
    expect(await api.db.workspace.count({ where: { id: fixture.workspace.id, deletedAt: null } })).toBe(1);
  });

  it('is not replayed when it is a retry', async () => {
    const fixture = await createFixture(api, 'owner');
    const { credentials } = fixture;
    const path = `/workspaces/${fixture.workspace.id}/authTokens`;
    const body = { name: 'Deploy', expiration: '48h', requestUlid: ulid() };
    expect((await api.send('POST', path, credentials).send(body)).status).toBe(200);
    const response = await client.send({ method: 'POST', path, credentials, body }, () =>
      setUser({ suspendedAt: new Date() })(fixture.subject.id),
    );
    expect(ErrorBody.parse(response.body).error.type).toBe('AccountSuspended');
  });
});

describe('a change that starts while one of its rights is ending', () => {
  const endings = {
    'the user is suspended': ['UPDATE users SET suspended_at = now() WHERE id = $2', 'AccountSuspended'],
    'the workspace is quarantined': ['UPDATE workspaces SET quarantined_at = now() WHERE id = $1', 'WorkspaceNotFound'],
    'the member is removed': ['DELETE FROM memberships WHERE workspace_id = $1 AND user_id = $2', 'WorkspaceNotFound'],
    'the role is taken away': [
      `UPDATE memberships SET role = 'EDITOR' WHERE workspace_id = $1 AND user_id = $2`,
      'NotAllowed',
    ],
    'the session ends': ['DELETE FROM sessions WHERE user_id = $2', 'NotSignedIn'],
  } as const;

  it.each(Object.entries(endings))('waits, and is rejected when %s', async (_what, [statement, errorType]) => {
    const { workspace, credentials } = await createFixture(api, 'approver');
    const userId = await userIdOf(credentials.cookie);
    const ending = await openTransaction(api, `WITH ids AS (SELECT $1::text, $2::text) ${statement}`, [
      workspace.id,
      userId,
    ]);
    const path = `/workspace/${workspace.id}/members`;
    const sent = api
      .send('POST', path, credentials)
      .send({ email: 'new@example.com' })
      .then(({ body }) => body as unknown);
    await waitForLockOfRights(api);
    await ending.end('COMMIT');
    expect(ErrorBody.parse(await sent).error.type).toBe(errorType);
    expect(await api.db.invitation.count({ where: { workspaceId: workspace.id, email: 'new@example.com' } })).toBe(0);
  });

  it('goes first if it has its rights already, and the end waits for it', async () => {
    const { workspace, credentials } = await createFixture(api, 'approver');
    const userId = await userIdOf(credentials.cookie);
    const session = await openTransaction(api, 'SELECT 1 FROM sessions WHERE user_id = $1 FOR UPDATE', [userId]);
    const sent = api
      .send('POST', `/workspace/${workspace.id}/members`, credentials)
      .send({ email: 'new@example.com' })
      .then(({ status }) => status);
    await waitForLockOfRights(api);
    for (const lock of [
      `SELECT 1 FROM users WHERE id = '${userId}'`,
      `SELECT 1 FROM workspaces WHERE id = '${workspace.id}'`,
      `SELECT 1 FROM memberships WHERE workspace_id = '${workspace.id}' AND user_id = '${userId}'`,
    ])
      await expect(api.asOwner(`${lock} FOR NO KEY UPDATE NOWAIT`)).rejects.toMatchObject({ code: '55P03' });
    await session.end('COMMIT');
    expect(await sent).toBe(200);
  });
});

/** A change that calls another service, and what its user gets if the session ends while that service responds. */
interface UpstreamChange {
  readonly expected: ErrorType | 'ok';
  /** Ends the session while the service responds. */
  readonly endDuring: (end: () => Promise<unknown>, billing: ReturnType<typeof fakeBilling>) => unknown;
}

describe('a change that waits for another service', () => {
  const duringManagementCall = (end: () => Promise<unknown>) => {
    provider.onRequest = async (path) => {
      if (path.startsWith('/api/v2/')) await end();
    };
  };
  const upstreamChanges: Readonly<Record<string, UpstreamChange>> = {
    refreshAuth0Profile: { expected: 'NotSignedIn', endDuring: duringManagementCall },
    requestAccountDeletion: {
      expected: 'NotSignedIn',
      endDuring: (end, billing) => billing.listUnpaidInvoices.mockImplementationOnce(() => end().then(() => [])),
    },
    resendEmailVerification: { expected: 'NotSignedIn', endDuring: duringManagementCall },
    requestPasswordChange: { expected: 'NotSignedIn', endDuring: duringManagementCall },
    // The page exists by then, but no one gets its URL.
    startSecondFactor: { expected: 'NotSignedIn', endDuring: duringManagementCall },
    // The service has made the change by then, so the API only stores what it did.
    updateBillingDetails: {
      expected: 'ok',
      endDuring: (end, billing) => billing.updateDetails.mockImplementationOnce(async () => void (await end())),
    },
    createBillingIntegration: {
      expected: 'ok',
      endDuring: (end, billing) => billing.startTrial.mockImplementationOnce(async () => void (await end())),
    },
    restartSubscription: {
      expected: 'ok',
      endDuring: (end, billing) => billing.restartSubscription.mockImplementationOnce(async () => void (await end())),
    },
  };

  // test/features/webhooks/webhooks.test.ts has those that wait for the receiver of a webhook.
  it('is each of these', () => {
    const upstream = changes.flatMap(([name, call]) => (call.upstream && call.upstream !== 'receiver' ? [name] : []));
    expect(Object.keys(upstreamChanges).sort()).toEqual(upstream.sort());
  });

  it.each(Object.entries(upstreamChanges))(
    'and whose session ends meanwhile: %s',
    async (name, { expected, endDuring }) => {
      const user = await makeUser(api, { emailVerified: name !== 'resendEmailVerification' });
      const credentials = await logIn(api, user);
      const subscription = name === 'createBillingIntegration' ? {} : endedSubscription;
      await api.db.billingAccount.create({
        data: { userId: user.id, email: user.email, customerId: `cus_${user.id}`, ...subscription },
      });
      const billing = fakeBilling(user.email);
      const replaced = jest.replaceProperty(api.services, 'billing', billing);
      let after = '';
      endDuring(async () => {
        await api.db.session.deleteMany({ where: { userId: user.id } });
        after = await databaseFingerprint(api);
      }, billing);
      const call = calls[name] as Call;
      const path = call.path.replace(':userId', user.id);
      const body = name === 'updateBillingDetails' ? { billingInformation: { city: 'Paris' } } : {};
      const response = await api.send(call.method, path, credentials).send(body);
      provider.onRequest = null;
      replaced.restore();
      expect(after).not.toBe('');
      expect(response.status === 200 ? 'ok' : ErrorBody.parse(response.body).error.type).toBe(expected);
      if (expected !== 'ok') expect(await databaseFingerprint(api)).toBe(after);
    },
  );
});

/** Of a customer who can subscribe again. */
const endedSubscription = {
  subscriptionId: 'sub_1',
  subscriptionStatus: 'canceled',
  planCode: 'monthly',
  currency: 'usd',
  hasPaymentMethod: true,
};
