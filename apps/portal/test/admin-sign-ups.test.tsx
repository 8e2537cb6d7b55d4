import { staffCalls } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { lastWeek } from '../src/features/admin/sign-ups/report-period.ts';
import { seriesOf } from '../src/features/admin/sign-ups/sign-up-series.ts';
import { findFaults } from './support/find-faults.ts';
import { inPages } from './support/in-pages.ts';
import { apiUrl, on, refusal, server, type Received } from './support/api-server.ts';
import { aSignUp, headersOf, openSection, rowsOf } from './support/staff.ts';

const open = (section = 'sign-ups') => openSection(section, 'Weekly signup report');
const week = lastWeek(new Date());
const count = (day: string, signupMethod: string, people: number, unverified = 0) => ({
  day,
  signupMethod,
  people,
  unverified,
});

async function type(person: Awaited<ReturnType<typeof open>>['person'], label: RegExp, text: string) {
  await person.clear(screen.getByLabelText(label));
  await person.type(screen.getByLabelText(label), text);
}

describe('[2.workspace-admin-pa.8] the weekly sign-up report', () => {
  // @covers 2.workspace-admin-pa.8
  test('covers last week unless told otherwise, and lists who signed up', async () => {
    const seen: Received[] = [];
    server.use(
      on(staffCalls.reportSignups, (received) => {
        seen.push(received);
        return [aSignUp(), aSignUp({ lastName: null, email: 'bob@example.com', emailVerified: false })];
      }),
      on(staffCalls.countSignups, [count(week.startDate, 'GitHub', 2, 1)]),
    );
    const { person, router } = await open();
    expect(screen.getByLabelText(/Start Date/)).toHaveValue(week.startDate);
    expect(screen.getByLabelText(/End Date/)).toHaveValue(week.endDate);
    expect(seen).toEqual([]);
    await person.click(screen.getByRole('button', { name: 'Generate Report' }));
    await waitFor(() =>
      expect(rowsOf('Who signed up')).toEqual([
        ['Ada', 'Lovelace', 'ada@example.com', 'GitHub', 'ada.l', 'ada', '8/14/2024'],
        ['Ada', '', 'bob@example.comUnverified', 'GitHub', 'ada.l', 'ada', '8/14/2024'],
      ]),
    );
    expect(headersOf('Who signed up')).toEqual([
      'First Name',
      'Last Name',
      'Email',
      'SignUp Method',
      'Discord',
      'GitHub',
      'Signup At',
    ]);
    expect(Object.fromEntries(seen[0]?.url.searchParams ?? [])).toEqual({ ...week, limit: '50' });
    expect(screen.getByText('2 signups')).toBeVisible();
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      section: 'sign-ups',
      ...week,
    });
    expect(screen.getByText('1 not verified yet')).toBeVisible();
  });

  // @covers 2.workspace-admin-pa.8
  test('is shown at once by an address that has a period, and read again when it is asked for again', async () => {
    let asked = 0;
    server.use(
      on(staffCalls.reportSignups, [aSignUp()]),
      on(staffCalls.countSignups, () => {
        asked += 1;
        return [count('2024-08-12', 'GitHub', 1_234)];
      }),
    );
    const { person } = await open('sign-ups&startDate=2024-08-12&endDate=2024-08-18');
    expect(await screen.findByText('1,234 signups')).toBeVisible();
    expect(screen.getByLabelText(/Start Date/)).toHaveValue('2024-08-12');
    await person.click(screen.getByRole('button', { name: 'Generate Report' }));
    await waitFor(() => expect(asked).toBe(2));
  });

  // @covers 2.workspace-admin-pa.8
  test('tells of each signup the day of UTC that counts it, wherever the reader is', async () => {
    server.use(
      on(staffCalls.reportSignups, [
        aSignUp({ signupAt: '2024-08-14T00:10:00.000Z' }),
        aSignUp({ signupAt: '2024-08-14T23:50:00.000Z' }),
      ]),
      on(staffCalls.countSignups, [count('2024-08-14', 'GitHub', 2)]),
    );
    const { person } = await open('sign-ups&startDate=2024-08-14&endDate=2024-08-14');
    const days = await screen.findAllByText('8/14/2024');
    expect(days).toHaveLength(2);
    await person.hover(days[1] as HTMLElement);
    expect(await screen.findByText(/^August 14, 2024 at 11:50:00\sPM UTC$/)).toBeInTheDocument();
  });

  test('can be downloaded whole as CSV', async () => {
    server.use(on(staffCalls.reportSignups, []), on(staffCalls.countSignups, []));
    const { person } = await open();
    await type(person, /Start Date/, '2024-08-12');
    await type(person, /End Date/, '2024-08-18{Enter}');
    expect(await screen.findByText('Nobody signed up on these days')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
      'href',
      `${apiUrl}/users/report.csv?startDate=2024-08-12&endDate=2024-08-18`,
    );
  });

  test('[5.shared-form-rules.9] takes dates as people write them, and shows them as 2024-08-14', async () => {
    const seen: Received[] = [];
    server.use(
      on(staffCalls.reportSignups, (received) => {
        seen.push(received);
        return [];
      }),
      on(staffCalls.countSignups, []),
    );
    const { person } = await open();
    await type(person, /Start Date/, '14.8.2024');
    await type(person, /End Date/, 'Aug 20 2024{Enter}');
    await waitFor(() => expect(seen).toHaveLength(1));
    expect(screen.getByLabelText(/Start Date/)).toHaveValue('2024-08-14');
    expect(screen.getByLabelText(/End Date/)).toHaveValue('2024-08-20');
    expect(Object.fromEntries(seen[0]?.url.searchParams ?? [])).toMatchObject({
      startDate: '2024-08-14',
      endDate: '2024-08-20',
    });
  });

  test('[5.admin.3] needs both dates, such as 2024-08-14', async () => {
    const { person } = await open();
    expect(screen.getAllByText('Such as 2024-08-14')).toHaveLength(2);
    await person.clear(screen.getByLabelText(/Start Date/));
    await person.click(screen.getByRole('button', { name: 'Generate Report' }));
    expect(await screen.findByText('This field is required')).toBeVisible();
    await type(person, /Start Date/, '2024-02-30{Enter}');
    expect(await screen.findByText('Enter a date such as 2024-08-14')).toBeVisible();
    await type(person, /Start Date/, '2024-08-14');
    await type(person, /End Date/, '2024-08-13{Enter}');
    expect(await screen.findByText('The end date is before the start date')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('shows a page of a long list, and more on demand', async () => {
    const rows = Array.from({ length: 53 }, (_, index) => aSignUp({ email: `person${index}@example.com` }));
    server.use(
      inPages(staffCalls.reportSignups, { rows, size: 50 }),
      on(staffCalls.countSignups, [count(week.startDate, 'GitHub', 53)]),
    );
    const { person } = await open();
    await person.click(screen.getByRole('button', { name: 'Generate Report' }));
    await waitFor(() => expect(rowsOf('Who signed up')).toHaveLength(50));
    expect(screen.getByText('53 signups')).toBeVisible();
    await person.click(screen.getByText('Show more'));
    await waitFor(() => expect(rowsOf('Who signed up')).toHaveLength(53));
  });

  test('that could not be loaded says so', async () => {
    server.use(
      on(staffCalls.reportSignups, refusal('DatabaseUnavailable')),
      on(staffCalls.countSignups, refusal('DatabaseUnavailable')),
    );
    const { person } = await open();
    await person.click(screen.getByRole('button', { name: 'Generate Report' }));
    expect((await screen.findAllByRole('alert')).map((alert) => alert.textContent)).toEqual([
      expect.stringContaining('The signups could not be counted'),
      expect.stringContaining('The list could not be loaded'),
    ]);
  });

  test('is plotted by day and by way, and the plot is there as a table, too', async () => {
    server.use(
      on(staffCalls.reportSignups, []),
      on(staffCalls.countSignups, [
        count('2024-08-12', 'Google', 3),
        count('2024-08-12', 'GitHub', 2),
        count('2024-08-14', 'Google', 4),
      ]),
    );
    const { person } = await open();
    await type(person, /Start Date/, '2024-08-12');
    await type(person, /End Date/, '2024-08-14{Enter}');
    const plot = await screen.findByRole('img', { name: 'Signups a day from 2024-08-12 to 2024-08-14, 5 at most' });
    expect([...plot.querySelectorAll('title')].map(({ textContent }) => textContent)).toEqual([
      '2024-08-12: 5 (Google 3, GitHub 2)',
      '2024-08-13: 0',
      '2024-08-14: 4 (Google 4)',
    ]);
    const legend = within(screen.getByRole('figure'));
    expect(legend.getByText('Google', { selector: 'figcaption span' })).toHaveTextContent('Google 7');
    await person.click(screen.getByText('As a table'));
    expect(headersOf('Signups a day')).toEqual(['Day', 'Google', 'GitHub', 'Sum']);
    expect(rowsOf('Signups a day')).toEqual([
      ['2024-08-12', '3', '2', '5'],
      ['2024-08-13', '0', '0', '0'],
      ['2024-08-14', '4', '0', '4'],
    ]);
    const counts = within(screen.getByRole('table', { name: 'Signups a day' })).getAllByRole('cell', { name: /^\d+$/ });
    expect(counts).toHaveLength(9);
    for (const cell of counts) expect(cell).toHaveClass('text-right');
    expect(await findFaults()).toEqual([]);
  });
});

test.each([
  ['2026-11-21T22:00:00Z', '2026-11-09', '2026-11-15'],
  ['2026-11-22T23:59:59Z', '2026-11-09', '2026-11-15'],
  ['2026-11-23T00:00:00Z', '2026-11-16', '2026-11-22'],
  ['2026-01-01T00:00:00Z', '2025-12-22', '2025-12-28'],
])('at %s last week is from %s to %s', (now, startDate, endDate) =>
  expect(lastWeek(new Date(now))).toEqual({ startDate, endDate }),
);

test('beyond six ways the rarest are one', () => {
  const day = '2024-08-14';
  const ways = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((way, index) => count(day, way, 10 - index));
  const { series, days } = seriesOf(ways, { startDate: day, endDate: day });
  expect(series.map(({ method, total }) => [method, total])).toEqual([
    ['a', 10],
    ['b', 9],
    ['c', 8],
    ['d', 7],
    ['e', 6],
    ['Other ways', 9],
  ]);
  expect(days).toEqual([{ day, total: 49, people: [10, 9, 8, 7, 6, 9] }]);
});
