import { LegalDocuments, ErrorBody, UserResult, WhoamiUser } from '@portal/contract';
import { ulid } from 'ulid';
import { startApi, type Credentials, type TestApi } from '../../../support/api.ts';
import { addMember, logIn, logInWithClaims, mailboxLogin, makeUser, makeWorkspace } from '../../../support/builders.ts';
import { startFakeIdentityProvider } from '../../../support/fake-identity-provider.ts';
import { pollUntil } from '../../../support/polling.ts';

let api: TestApi;
let provider: Awaited<ReturnType<typeof startFakeIdentityProvider>>;
beforeAll(async () => {
  provider = await startFakeIdentityProvider();
  api = await startApi({ AUTH0_URL: provider.url });
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const whoami = async (credentials: Credentials) =>
  WhoamiUser.parse((await api.send('GET', '/whoami', credentials)).body).user;

/** Resolves once a query waits for the lock of another one. */
async function waitForBlockedQuery(): Promise<void> {
  const countBlocked = () => api.db.$queryRaw<unknown[]>`
    SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0`;
  await pollUntil(countBlocked, (rows) => rows.length > 0);
}

describe('[7.users.6] the profile', () => {
  // @covers 3.1 7.users.6
  it('changes only the given fields', async () => {
    const user = await makeUser(api, { firstName: 'Ada', lastName: 'Lovelace' });
    const credentials = await logIn(api, user);
    const response = await api.send('PATCH', `/users/${user.id}`, credentials).send({
      lastName: '',
      nickname: 'O’Brien 李',
      discordUsername: 'ada.l',
      email: 'evil@systeminit.com',
      emailVerified: false,
      quarantinedAt: '2026-01-01T00:00:00.000Z',
      auth0Id: 'auth0|x',
    });
    const changed = UserResult.parse(response.body).user;
    expect(changed).toMatchObject({
      firstName: 'Ada',
      lastName: null,
      nickname: 'O’Brien 李',
      discordUsername: 'ada.l',
    });
    expect(changed).toMatchObject({
      email: user.email,
      emailVerified: true,
      quarantinedAt: null,
      auth0Id: user.auth0Id,
    });
    expect(await whoami(credentials)).toEqual(changed);
  });

  it('renames the production workspace that has the provider’s nickname, until the profile is reviewed', async () => {
    const user = await makeUser(api, { nickname: 'ada.l', reviewedProfileAt: null });
    const displayName = "ada.l's Production Workspace";
    const workspace = await makeWorkspace(api, user, { displayName });
    const other = await makeWorkspace(api, user, { displayName: 'Staging' });
    const shared = await makeWorkspace(api, await makeUser(api), { displayName });
    await addMember(api, shared, user, 'EDITOR');
    const credentials = await logIn(api, user);
    const rename = (nickname: string) => api.send('PATCH', `/users/${user.id}`, credentials).send({ nickname });
    const nameOf = async ({ id }: { id: string }) =>
      (await api.db.workspace.findUniqueOrThrow({ where: { id } })).displayName;
    await rename('Ada');
    expect(await Promise.all([workspace, other, shared].map(nameOf))).toEqual([
      "Ada's Production Workspace",
      'Staging',
      displayName,
    ]);
    await api.send('POST', `/users/${user.id}/complete-profile`, credentials);
    await rename('Countess');
    expect(await nameOf(workspace)).toBe("Ada's Production Workspace");
    // Like a rename by hand, and only in the workspace that was renamed.
    const activity = async ({ id }: { id: string }) =>
      (await api.send('GET', `/workspaces/${id}/audit`, credentials)).body as unknown;
    expect(await activity(workspace)).toMatchObject({
      entries: [
        {
          action: 'updateWorkspace',
          actor: { userId: user.id },
          details: { displayName: { from: displayName, to: "Ada's Production Workspace" } },
        },
      ],
    });
    expect(await activity(other)).toMatchObject({ entries: [] });
  });

  it('leaves the name of a workspace that the user changes at the same time', async () => {
    const user = await makeUser(api, { nickname: 'lin.c', reviewedProfileAt: null });
    const workspace = await makeWorkspace(api, user, { displayName: "lin.c's Production Workspace" });
    const credentials = await logIn(api, user);
    let saved: Promise<{ status: number }> | undefined;
    await api.db.$transaction(async (tx) => {
      await tx.workspace.update({ where: { id: workspace.id }, data: { displayName: 'Compilers' } });
      saved = api.send('PATCH', `/users/${user.id}`, credentials).send({ nickname: 'Lin' }).then();
      await waitForBlockedQuery();
    });
    expect((await saved)?.status).toBe(200);
    const { displayName } = await api.db.workspace.findUniqueOrThrow({ where: { id: workspace.id } });
    expect(displayName).toBe('Compilers');
    expect(await api.db.auditEntry.count({ where: { workspaceId: workspace.id } })).toBe(0);
  });

  it('is changed with the name of its workspace while a change of the workspace ends sessions of the user', async () => {
    const user = await makeUser(api, { nickname: 'grace.h', reviewedProfileAt: null });
    const workspace = await makeWorkspace(api, user, { displayName: "grace.h's Production Workspace" });
    const credentials = await logIn(api, user);
    let renamed: Promise<{ status: number }> | undefined;
    await api.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM workspaces WHERE id = ${workspace.id} FOR NO KEY UPDATE`;
      renamed = api.send('PATCH', `/users/${user.id}`, credentials).send({ nickname: 'Grace' }).then();
      await waitForBlockedQuery();
      // Waits for the rename, and so for itself, if the rename has locked the session before the workspace.
      await tx.$queryRaw`SELECT 1 FROM sessions WHERE user_id = ${user.id} FOR UPDATE NOWAIT`;
    });
    expect((await renamed)?.status).toBe(200);
  });

  it('rejects a new nickname that could be taken for us, and keeps one that was stored before', async () => {
    const user = await makeUser(api, { nickname: 'Security Team' });
    const credentials = await logIn(api, user);
    const update = (nickname: string) => api.send('PATCH', `/users/${user.id}`, credentials).send({ nickname });
    expect(ErrorBody.parse((await update('System Initiative Support')).body).error.details?.fields).toEqual([
      { path: 'body.nickname', message: 'Choose a name that can’t be taken for our support' },
    ]);
    expect((await update('Security Team')).status).toBe(200);
    expect((await update('Sue (Security)')).status).toBe(200);
  });

  it('[2.profile-page.2] keeps the provider’s picture when the user removes theirs, and only the provider changes it', async () => {
    const picture = 'https://pictures.example/ada.png';
    const user = await makeUser(api, { pictureUrl: picture, providerPictureUrl: picture });
    const credentials = await logIn(api, user);
    const update = async (body: object) =>
      UserResult.parse((await api.send('PATCH', `/users/${user.id}`, credentials).send(body)).body).user;
    expect(await update({ pictureUrl: null, providerPictureUrl: null })).toMatchObject({
      pictureUrl: null,
      providerPictureUrl: picture,
    });
    expect(await update({ pictureUrl: picture })).toMatchObject({ pictureUrl: picture, providerPictureUrl: picture });
  });

  it('[7.users.15] is completed once', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    const complete = async () =>
      UserResult.parse((await api.send('POST', `/users/${user.id}/complete-profile`, credentials).send({})).body).user;
    const first = (await complete()).onboardingDetails.reviewedProfile;
    expect(first).not.toBeNull();
    expect((await complete()).onboardingDetails.reviewedProfile).toBe(first);
  });

  it('sets up billing at once when it is completed, so that a new user sees their trial', async () => {
    const user = await makeUser(api);
    await api.send('POST', `/users/${user.id}/complete-profile`, await logIn(api, user)).send({});
    const waiting = await api.services.pool.query(
      `SELECT task_identifier AS task, run_at <= now() AS "isDue" FROM graphile_worker.jobs WHERE key = $1`,
      [`billing-${user.id}`],
    );
    expect(waiting.rows).toEqual([{ task: 'setUpBilling', isDue: true }]);
  });
});

describe('[7.users.17] the terms', () => {
  // @covers 7.users.17
  it('can be accepted only in their current version, and a retry changes nothing', async () => {
    const user = await makeUser(api, { tosVersionId: null });
    const credentials = await logIn(api, user);
    const { needsTosUpdate, latestTosVersion } = await whoami(credentials);
    expect([needsTosUpdate, latestTosVersion]).toEqual([true, '2024-09-25']);
    const agree = (tosVersionId: string) => api.send('POST', '/tos-agreement', credentials).send({ tosVersionId });
    expect(ErrorBody.parse((await agree('2023-03-30')).body).error.type).toBe('TosVersionNotCurrent');
    expect((await agree(latestTosVersion)).status).toBe(200);
    expect((await agree(latestTosVersion)).status).toBe(200);
    expect((await whoami(credentials)).needsTosUpdate).toBe(false);
    expect(await api.db.tosAgreement.count({ where: { userId: user.id } })).toBe(1);
  });

  it('need not be accepted again after a newer version that another replica has', async () => {
    const user = await makeUser(api, { tosVersionId: '2999-01-01' });
    const credentials = await logIn(api, user);
    expect((await whoami(credentials)).needsTosUpdate).toBe(false);
    await api.send('POST', '/tos-agreement', credentials).send({ tosVersionId: '2024-09-25' });
    expect((await api.db.user.findUniqueOrThrow({ where: { id: user.id } })).tosVersionId).toBe('2999-01-01');
  });

  it('can be read by anyone, in every version', async () => {
    const read = async (version: string) => LegalDocuments.parse((await api.send('GET', `/legal/${version}`)).body);
    const current = await read('current');
    expect(current.versionId).toBe('2024-09-25');
    expect(current.versionIds).toEqual(['2024-09-25', '2023-03-30']);
    expect(current.documents.map((document) => document.slug)).toEqual([
      'terms-of-service',
      'privacy',
      'cookies',
      'trademark',
      'open-source',
    ]);
    expect(current.changes).toContain('**Cookie Policy:**');
    const first = await read('2023-03-30');
    expect([first.versionId, first.changes]).toEqual(['2023-03-30', undefined]);
    expect((await api.send('GET', '/legal/1999-01-01')).status).toBe(404);
    expect((await api.send('GET', '/legal/..%2F..%2Fetc')).status).toBe(400);
  });
});

describe('[7.users.13] refreshing from the identity provider', () => {
  // @covers 7.users.13
  it('updates the email and its verification, and reports workspaces that wait for a proof of the mailbox', async () => {
    const host = await makeUser(api);
    const workspace = await makeWorkspace(api, host);
    const guest = await makeUser(api, { emailVerified: false });
    const preProvisionedUser = await makeUser(api, { auth0Id: null, email: guest.email, emailVerified: false });
    await addMember(api, workspace, preProvisionedUser, 'APPROVER');
    const credentials = await logIn(api, guest);
    const refresh = () => api.send('POST', `/users/${guest.id}/refresh-auth0-profile`, credentials);

    provider.verified.delete(guest.auth0Id ?? '');
    expect((await refresh()).body).toMatchObject({ user: { emailVerified: false }, preparedWorkspacesWaiting: false });

    provider.verified.add(guest.auth0Id ?? '');
    expect((await refresh()).body).toMatchObject({ user: { emailVerified: true }, preparedWorkspacesWaiting: true });
    // The user of this session may not be the one who verified the address.
    expect(await api.db.membership.count({ where: { userId: guest.id } })).toBe(0);

    const owner = await logInWithClaims(mailboxLogin(guest.email), api.services);
    expect((await refresh()).body).toMatchObject({ preparedWorkspacesWaiting: false });
    expect(await api.db.membership.findMany({ where: { userId: owner.id, workspaceId: workspace.id } })).toMatchObject([
      { role: 'APPROVER' },
    ]);
    expect(await api.db.membership.count({ where: { userId: preProvisionedUser.id } })).toBe(0);
  });

  it('updates the provider’s picture, and keeps the one that the user chose', async () => {
    const user = await makeUser(api, { pictureUrl: null });
    const credentials = await logIn(api, user);
    const refresh = async () =>
      UserResult.parse((await api.send('POST', `/users/${user.id}/refresh-auth0-profile`, credentials)).body).user;
    const picture = 'https://pictures.example/ada.png';
    provider.pictures.set(user.auth0Id ?? '', picture);
    expect(await refresh()).toMatchObject({ pictureUrl: null, providerPictureUrl: picture });
    expect(await whoami(credentials)).toMatchObject({ pictureUrl: null, providerPictureUrl: picture });

    provider.pictures.set(user.auth0Id ?? '', 'javascript:alert(1)');
    expect((await refresh()).providerPictureUrl).toBeNull();
  });

  it('returns an error if the provider does not respond', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    const withoutProvider = await startApi({
      AUTH0_URL: 'http://127.0.0.1:1',
      DATABASE_URL: api.services.settings.DATABASE_URL,
    });
    const response = await withoutProvider.send('POST', `/users/${user.id}/refresh-auth0-profile`, credentials);
    await withoutProvider.close();
    expect([response.status, ErrorBody.parse(response.body).error.type]).toEqual([503, 'IdentityProviderUnavailable']);
    expect(response.headers['retry-after']).toBe('30');
  });
});

describe('[7.users.14] resending the verification email', () => {
  // @covers 7.users.14
  it('sends the request to the provider', async () => {
    const user = await makeUser(api, { emailVerified: false });
    const credentials = await logIn(api, user);
    expect((await api.send('POST', `/users/${user.id}/resend-email-verification`, credentials)).status).toBe(200);
    expect(provider.verificationEmailsTo).toContain(user.auth0Id);
  });

  it('sends one email, however often the same request is sent', async () => {
    const user = await makeUser(api, { emailVerified: false });
    const credentials = await logIn(api, user);
    const path = `/users/${user.id}/resend-email-verification`;
    const requestUlid = ulid();
    for (let times = 0; times < 3; times++) {
      expect((await api.send('POST', path, credentials).send({ requestUlid })).status).toBe(200);
    }
    expect(provider.verificationEmailsTo.filter((id) => id === user.auth0Id)).toHaveLength(1);
  });

  // @covers 4.email-verification.2
  it('[8.6] detects that the address is already verified', async () => {
    const user = await makeUser(api, { emailVerified: false });
    const credentials = await logIn(api, user);
    provider.verified.add(user.auth0Id ?? '');
    const response = await api.send('POST', `/users/${user.id}/resend-email-verification`, credentials);
    expect([response.status, ErrorBody.parse(response.body).error.type]).toEqual([409, 'EmailAlreadyVerified']);
    expect((await whoami(credentials)).emailVerified).toBe(true);
  });
});
