import { ErrorBody, SignUps, formatTimeCursor, type SignUp } from '@portal/contract';
import { ulid } from 'ulid';
import { auditEntriesOf } from '../../support/audit-log.ts';
import { logIn, makeUser } from '../../support/builders.ts';
import { startStaffApi, type StaffApi } from '../../support/staff-api.ts';

let api: StaffApi;
beforeAll(async () => {
  api = await startStaffApi({}, { signedUpAt: new Date('2001-01-01') });
});
afterAll(() => api.close());

type Query = Record<string, string>;
const getReport = (query: Query) => api.send('GET', '/users/report', api.staff.credentials).query(query);
const getCsv = (query: Query) => api.send('GET', '/users/report.csv', api.staff.credentials).query(query);
const readReport = async (query: Query): Promise<SignUp[]> => SignUps.parse((await getReport(query)).body);

const signUp = (signedUpAt: string, overrides: Parameters<typeof makeUser>[1] = {}) =>
  makeUser(api, { signedUpAt: new Date(signedUpAt), ...overrides });

describe('[7.users.12] the sign-up report', () => {
  it('[3.10] lists each user with their identity and sign-up method', async () => {
    const user = await signUp('2024-08-14T12:00:00.123Z', {
      auth0Id: `google-oauth2|${ulid()}`,
      firstName: 'Ada',
      discordUsername: 'ada.l',
      githubUsername: 'ada',
    });
    expect((await getReport({ startDate: '2024-08-14', endDate: '2024-08-14' })).body).toEqual([
      {
        userId: user.id,
        firstName: 'Ada',
        lastName: null,
        email: user.email,
        emailVerified: true,
        signupMethod: 'Google',
        discordUsername: 'ada.l',
        githubUsername: 'ada',
        signupAt: '2024-08-14T12:00:00.123Z',
      },
    ]);
  });

  it.each([
    ['auth0|1', 'Password'],
    ['github|1', 'GitHub'],
    ['custom-sso|1', 'custom-sso'],
    ['plain', 'plain'],
  ])('shows the sign-up method of %s as %s', async (auth0Id, method) => {
    const user = await signUp('2024-07-01T00:00:00Z', { auth0Id });
    const rows = await readReport({ startDate: '2024-07-01', endDate: '2024-07-01' });
    expect(rows.find(({ userId }) => userId === user.id)?.signupMethod).toBe(method);
  });

  it('has domains in Unicode in its CSV file', async () => {
    await signUp('2024-06-01T00:00:00Z', { email: 'ada@xn--h1alffa9f.xn--p1ai' });
    const { text } = await getCsv({ startDate: '2024-06-01', endDate: '2024-06-01' });
    expect(text).toContain(',ada@россия.рф,');
  });

  it('[3.11] includes the whole start and end date, sorted by time', async () => {
    const timestamps = [
      '2024-03-03T23:59:59.999Z',
      '2024-03-04T00:00:00.000Z',
      '2024-03-07T12:00:00.000Z',
      '2024-03-10T23:59:59.999Z',
      '2024-03-11T00:00:00.000Z',
    ];
    for (const timestamp of [...timestamps].reverse()) await signUp(timestamp);
    const rows = await readReport({ startDate: '2024-03-04', endDate: '2024-03-10' });
    expect(rows.map(({ signupAt }) => signupAt)).toEqual(timestamps.slice(1, 4));
  });

  it('marks unverified users, and leaves out users who were only invited', async () => {
    await signUp('2024-05-01T10:00:00Z', { emailVerified: false });
    await signUp('2024-05-01T11:00:00Z');
    await makeUser(api, { auth0Id: null, signedUpAt: null, createdAt: new Date('2024-05-01T12:00:00Z') });
    const rows = await readReport({ startDate: '2024-05-01', endDate: '2024-05-01' });
    expect(rows.map(({ emailVerified }) => emailVerified)).toEqual([false, true]);
  });

  it('is empty for future dates', async () =>
    expect(await readReport({ startDate: '2998-01-01', endDate: '2998-12-31' })).toEqual([]));

  it.each<[Query, string, string]>([
    [{ endDate: '2024-08-14' }, 'query.startDate', 'This field is required'],
    [{ startDate: '2024-08-14', endDate: '' }, 'query.endDate', 'This field is required'],
    [{ startDate: '2024-02-30', endDate: '2024-03-01' }, 'query.startDate', 'This day does not exist'],
    [{ startDate: '2024-8-1', endDate: '2024-08-14' }, 'query.startDate', 'Enter a date such as 2024-08-14'],
    [{ startDate: '2024-08-01', endDate: 'yesterday' }, 'query.endDate', 'Enter a date such as 2024-08-14'],
    [{ startDate: '2024-08-15', endDate: '2024-08-14' }, 'query.endDate', 'The end date is before the start date'],
    [{ startDate: '2024-01-01', endDate: '2025-01-01' }, 'query.endDate', 'A report covers at most 366 days'],
    [{ startDate: '0000-01-01', endDate: '0000-01-01' }, 'query.startDate', 'Choose a date after 1999'],
    [{ startDate: '9999-12-31', endDate: '9999-12-31' }, 'query.endDate', 'Choose a date before 3000'],
  ])('rejects %j with an error at its field, also as CSV', async (query, path, message) => {
    for (const response of [await getReport(query), await getCsv(query)]) {
      expect(response.status).toBe(400);
      expect(ErrorBody.parse(response.body).error).toMatchObject({
        message: `${path.split('.')[1]}: ${message.replace(/\.?$/, '.')}`,
        details: { fields: [{ path, message }] },
      });
    }
  });

  it('accepts a whole leap year', async () =>
    expect((await getReport({ startDate: '2024-01-01', endDate: '2024-12-31', limit: '1' })).status).toBe(200));

  it('has pages that are not disturbed by new sign-ups', async () => {
    const days = { startDate: '2024-09-01', endDate: '2024-09-30' };
    // Three rows with the same timestamp are sorted by id.
    for (const day of ['02', '03', '03', '03', '04']) await signUp(`2024-09-${day}T00:00:00Z`);
    const all = await readReport(days);
    const seen: SignUp[] = [];
    for (let after: string | undefined; ;) {
      const page = await readReport({ ...days, limit: '2', ...(after !== undefined && { after }) });
      seen.push(...page);
      const last = page.at(-1);
      if (!last) break;
      after = formatTimeCursor(last.signupAt, last.userId);
      await signUp('2024-09-01T00:00:00Z');
    }
    expect(seen).toEqual(all);
    expect(all).toHaveLength(5);
  });

  it('is never truncated: a list that would be too long is rejected, and the CSV has all rows', async () => {
    const days = { startDate: '2024-10-01', endDate: '2024-10-31' };
    const { rows: users } = await api.services.pool.query<{ id: string }>(
      `INSERT INTO users (id, auth0_id, email, nickname, signed_up_at)
       SELECT '01' || lpad(n::text, 24, '0'), 'auth0|many' || n, 'many' || n || '@example.com', 'Many',
         timestamptz '2024-10-01T00:00:00Z' + n % 7 * interval '1 second'
       FROM generate_series(1, 10001) n RETURNING id`,
    );
    const response = await getReport(days);
    expect([response.status, ErrorBody.parse(response.body).error.message]).toEqual([
      400,
      'endDate: More than 10000 users signed up in this period. Choose fewer days, request pages or export the CSV.',
    ]);
    const ids = (await getCsv(days)).text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').at(-1));
    expect(new Set(ids)).toEqual(new Set(users.map(({ id }) => id)));
    expect(ids).toHaveLength(users.length);
  });
});

describe('the report as CSV', () => {
  const days = { startDate: '2024-11-04', endDate: '2024-11-10' };

  it('is a download that spreadsheets import correctly', async () => {
    const plain = await signUp('2024-11-05T08:00:00Z', { firstName: 'Zoë', lastName: 'O’Brien, Jr.' });
    const spreadsheetAttack = await signUp('2024-11-06T08:00:00Z', {
      firstName: '=HYPERLINK("https://evil.example")',
      lastName: '+1',
      emailVerified: false,
      githubUsername: 'sly',
    });
    const response = await getCsv(days);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename=sign-ups-2024-11-04-to-2024-11-10.csv',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(response.text).toBe(
      [
        '\ufeffFirst Name,Last Name,Email,Email Verified,SignUp Method,Discord,GitHub,Signup At,User ID',
        `Zoë,"O’Brien, Jr.",${plain.email},Yes,Password,,,2024-11-05T08:00:00.000Z,${plain.id}`,
        `"'=HYPERLINK(""https://evil.example"")",'+1,${spreadsheetAttack.email},No,Password,,sly,2024-11-06T08:00:00.000Z,${spreadsheetAttack.id}`,
        '',
      ].join('\r\n'),
    );
  });

  it('has only its header if no one signed up', async () =>
    expect((await getCsv({ startDate: '2998-01-01', endDate: '2998-01-01' })).text.split('\r\n')).toHaveLength(2));

  it('is rejected with a JSON error', async () => {
    const response = await api.send('GET', '/users/report.csv', await logIn(api, await makeUser(api))).query(days);
    expect([response.status, ErrorBody.parse(response.body).error.type]).toEqual([403, 'NotAllowed']);
  });

  it('exposes its file name to the portal', async () => {
    const response = await getCsv(days).set('Origin', 'http://localhost:9000');
    expect(response.headers['access-control-expose-headers']).toContain('Content-Disposition');
  });
});

describe('reports in the audit log', () => {
  it('are recorded with their period', async () => {
    const days = { startDate: '2998-02-01', endDate: '2998-02-07' };
    const lines = await auditEntriesOf(api, async () => {
      await getReport(days);
      await getCsv(days);
    });
    expect(lines.map(({ action, details }) => [action, details])).toEqual([
      ['reportSignups', { ...days, after: null, limit: null, found: 0 }],
      ['reportSignupsCsv', days],
    ]);
  });
});
