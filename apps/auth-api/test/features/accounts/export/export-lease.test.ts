import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import { requestUlidHeader } from '@portal/contract';
import { ulid } from 'ulid';
import { acquireExportLease, withExportLease } from '../../../../src/features/accounts/export/export-lease.ts';
import type { User } from '../../../../src/generated/prisma/client.ts';
import { downloadExport } from '../../../support/account-export.ts';
import { startApi, type Credentials, type TestApi } from '../../../support/api.ts';
import { logIn, makeUser } from '../../../support/builders.ts';
import { pollUntil } from '../../../support/polling.ts';
import { startRawHttpServer } from '../../../support/raw-http-client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const download = (user: { id: string }, credentials: Credentials) => downloadExport(api, user, credentials);

describe('a user who downloads their data', () => {
  const exportAs = ({ id }: User, credentials: Credentials) => api.send('GET', `/users/${id}/export`, credentials);
  const lease = (userId: string) => api.db.accountExport.findUnique({ where: { userId } });
  const waitForLease = ({ id }: User, isTaken: boolean) =>
    pollUntil(
      () => lease(id),
      (row) => (row !== null) === isTaken,
    );

  it('runs one download at a time, on any replica', async () => {
    const [user, other] = [await makeUser(api), await makeUser(api)];
    const credentials = await logIn(api, user);
    await acquireExportLease(user.id, api.services);
    const response = await exportAs(user, credentials);
    expect([response.status, response.body]).toMatchObject([409, { error: { type: 'ExportInProgress' } }]);
    await download(other, await logIn(api, other));
    await api.db.accountExport.update({ where: { userId: user.id }, data: { expiresAt: new Date() } });
    await download(user, credentials);
    expect(await lease(user.id)).toBeNull();
  });

  it('can start another when the connection of the first breaks off', async () => {
    const user = await makeUser(api);
    const { cookie = '' } = await logIn(api, user);
    const server = await startRawHttpServer(api.app);
    const { unlocked } = await lockTable(1);
    const client = server.get(`/users/${user.id}/export`, { Cookie: cookie, [requestUlidHeader]: ulid() });
    await client.take(100);
    expect(await lease(user.id)).not.toBeNull();
    client.hangUp();
    await unlocked;
    await waitForLease(user, false);
    await server.close();
  });

  it('ends a download that another one has replaced, because its client read almost nothing', async () => {
    const user = await makeUser(api);
    const first = await acquireExportLease(user.id, api.services);
    const download = withExportLease(first, Readable.from(['a', 'b', 'c']), api.services);
    const clock = jest.spyOn(performance, 'now');
    try {
      expect(await download.next()).toMatchObject({ value: 'a' });
      clock.mockReturnValue(performance.now() + 11_000);
      expect(await download.next()).toMatchObject({ value: 'b' });
      expect((await lease(user.id))?.id).toBe(first);
      await api.db.accountExport.update({ where: { userId: user.id }, data: { expiresAt: new Date(0) } });
      const second = await acquireExportLease(user.id, api.services);
      clock.mockReturnValue(performance.now() + 22_000);
      await expect(download.next()).rejects.toMatchObject({ type: 'ExportInProgress' });
      expect((await lease(user.id))?.id).toBe(second);
    } finally {
      clock.mockRestore();
    }
  });

  it('does not use the session by the checks during a download, only by its request', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    const seenAt = async () => (await api.db.session.findFirstOrThrow({ where: { userId: user.id } })).lastSeenAt;
    const [started, longAgo] = [new Date(), new Date(Date.now() - 60 * 60_000)];
    await api.db.session.updateMany({ where: { userId: user.id }, data: { lastSeenAt: longAgo } });
    const { unlocked } = await lockTable(1.5);
    const sent = exportAs(user, credentials).then(({ status }) => status);
    expect((await pollUntil(seenAt, (at) => at > longAgo)).getTime()).toBeGreaterThan(started.getTime() - 1_000);
    await api.db.session.updateMany({ where: { userId: user.id }, data: { lastSeenAt: longAgo } });
    await unlocked;
    expect(await sent).toBe(200);
    expect(await seenAt()).toEqual(longAgo);
  });

  it('gets no more once the session has ended', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    const { unlocked } = await lockTable(1.5);
    const sent = expect(exportAs(user, credentials)).rejects.toThrow('aborted');
    await waitForLease(user, true);
    await api.db.session.deleteMany({ where: { userId: user.id } });
    await unlocked;
    await sent;
    await waitForLease(user, false);
  });

  /** Makes each export wait for one of its last tables, and returns the end of the wait. */
  async function lockTable(seconds: number): Promise<{ unlocked: Promise<unknown> }> {
    const unlocked = api.asOwner(`BEGIN; LOCK TABLE known_devices; SELECT pg_sleep(${seconds}); COMMIT`);
    await pollUntil(
      () => api.asOwner(`SELECT FROM pg_locks WHERE relation = 'known_devices'::regclass AND granted`),
      (locks) => locks.length > 0,
    );
    return { unlocked };
  }
});
