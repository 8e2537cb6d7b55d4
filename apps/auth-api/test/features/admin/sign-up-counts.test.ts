import { SignUpCounts } from '@portal/contract';
import { ulid } from 'ulid';
import { auditEntriesOf } from '../../support/audit-log.ts';
import { makeUser } from '../../support/builders.ts';
import { startStaffApi, type StaffApi } from '../../support/staff-api.ts';

let api: StaffApi;
beforeAll(async () => {
  api = await startStaffApi({}, { signedUpAt: new Date('2001-01-01') });
});
afterAll(() => api.close());

const getCounts = (startDate: string, endDate: string) =>
  api.send('GET', '/users/report/by-day', api.staff.credentials).query({ startDate, endDate });

const signUp = (connection: string, signedUpAt: string, emailVerified = true) =>
  makeUser(api, { auth0Id: `${connection}|${ulid()}`, signedUpAt: new Date(signedUpAt), emailVerified });

describe('the sign-ups by day', () => {
  it('are counted by sign-up method, for days in UTC, including the end date', async () => {
    await signUp('github', '2024-08-13T23:59:59.999Z');
    await signUp('github', '2024-08-14T00:00:00.000Z');
    await signUp('github', '2024-08-14T12:00:00.000Z', false);
    await signUp('auth0', '2024-08-14T12:00:00.000Z');
    await signUp('acme-sso', '2024-08-16T23:59:59.999Z');
    await signUp('github', '2024-08-17T00:00:00.000Z');
    await makeUser(api, { auth0Id: null, signedUpAt: null, createdAt: new Date('2024-08-15') });
    expect(SignUpCounts.parse((await getCounts('2024-08-14', '2024-08-16')).body)).toEqual([
      { day: '2024-08-14', signupMethod: 'Password', people: 1, unverified: 0 },
      { day: '2024-08-14', signupMethod: 'GitHub', people: 2, unverified: 1 },
      { day: '2024-08-16', signupMethod: 'acme-sso', people: 1, unverified: 0 },
    ]);
  });

  it('have the same limits as a sign-up report', async () => {
    expect((await getCounts('2024-08-16', '2024-08-14')).status).toBe(400);
    expect((await getCounts('2998-01-01', '2998-12-31')).body).toEqual([]);
  });

  it('are recorded in the audit log with the days and the sum', async () => {
    const days = { startDate: '2024-08-14', endDate: '2024-08-14' };
    const lines = await auditEntriesOf(api, () => getCounts(days.startDate, days.endDate));
    expect(lines.map(({ action, details }) => [action, details])).toEqual([['countSignups', { ...days, found: 3 }]]);
  });
});
