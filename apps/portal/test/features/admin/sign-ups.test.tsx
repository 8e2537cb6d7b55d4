import { adminCalls } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { lastDays, previousWeek, today, withPeriodBefore } from '../../../src/features/admin/sign-ups/report-period.ts';
import { countTicks, dayTicks } from '../../../src/features/admin/sign-ups/sign-up-axes.ts';
import { toBars, toSeries } from '../../../src/features/admin/sign-ups/sign-up-series.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { paginatedHandler } from '../../support/paginated-handler.ts';
import { apiUrl, mockCall, errorResponse, server, type ReceivedRequest } from '../../support/api-server.ts';
import { aSignUp, tableHeaders, openSection, tableRows } from '../../support/admin.ts';

const open = (section = 'sign-ups', heading = 'Weekly signup report') => openSection(section, heading);
const week = previousWeek(new Date());
const count = (day: string, signupMethod: string, users: number, unverified = 0) => ({
  day,
  signupMethod,
  people: users,
  unverified,
});

async function type(ui: Awaited<ReturnType<typeof open>>['ui'], label: RegExp, text: string) {
  const field = screen.getByRole('textbox', { name: label });
  await ui.clear(field);
  await ui.type(field, text);
}

describe('[2.workspace-admin-pa.8] the weekly signup report', () => {
  // @covers 2.workspace-admin-pa.8
  test('covers the previous week by default, and lists the signups', async () => {
    const requests: ReceivedRequest[] = [];
    server.use(
      mockCall(adminCalls.reportSignups, (received) => {
        requests.push(received);
        return [aSignUp(), aSignUp({ lastName: null, email: 'bob@example.com', emailVerified: false })];
      }),
      mockCall(adminCalls.countSignups, [count(week.startDate, 'GitHub', 2, 1)]),
    );
    await open();
    expect(screen.getByRole('textbox', { name: /Start Date/ })).toHaveValue(week.startDate);
    expect(screen.getByRole('textbox', { name: /End Date/ })).toHaveValue(week.endDate);
    expect(screen.getByRole('button', { name: 'Last week' })).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() =>
      expect(tableRows('Who signed up')).toEqual([
        ['Ada', 'Lovelace', 'ada@example.com', 'GitHub', 'ada.l', 'ada', 'August 14, 2024'],
        ['Ada', '', 'bob@example.comUnverified', 'GitHub', 'ada.l', 'ada', 'August 14, 2024'],
      ]),
    );
    expect(tableHeaders('Who signed up')).toEqual([
      'First Name',
      'Last Name',
      'Email',
      'SignUp Method',
      'Discord',
      'GitHub',
      'Signup At',
    ]);
    expect(Object.fromEntries(requests[0]?.url.searchParams ?? [])).toEqual({ ...week, limit: '50' });
    expect(await screen.findByText('2 signups')).toBeVisible();
    expect(screen.getByText('1 not verified yet')).toBeVisible();
  });

  // @covers 2.workspace-admin-pa.8
  test('opens at once from a URL with a period, and reloads when it is requested again', async () => {
    let requestCount = 0;
    server.use(
      mockCall(adminCalls.reportSignups, [aSignUp()]),
      mockCall(adminCalls.countSignups, () => {
        requestCount += 1;
        return [count('2024-08-12', 'GitHub', 1_234)];
      }),
    );
    const { ui } = await open('sign-ups&startDate=2024-08-12&endDate=2024-08-18');
    expect(await screen.findByText('1,234 signups')).toBeVisible();
    expect(screen.getByRole('textbox', { name: /Start Date/ })).toHaveValue('2024-08-12');
    await ui.click(screen.getByRole('button', { name: 'Generate report' }));
    await waitFor(() => expect(requestCount).toBe(2));
  });

  // @covers 2.workspace-admin-pa.8
  test('shows the UTC day of each signup in every time zone', async () => {
    server.use(
      mockCall(adminCalls.reportSignups, [
        aSignUp({ signupAt: '2024-08-14T00:10:00.000Z' }),
        aSignUp({ signupAt: '2024-08-14T23:50:00.000Z' }),
      ]),
      mockCall(adminCalls.countSignups, [count('2024-08-14', 'GitHub', 2)]),
    );
    const { ui } = await open('sign-ups&startDate=2024-08-14&endDate=2024-08-14', 'Signup report');
    const days = await screen.findAllByText('August 14, 2024', { selector: 'time' });
    expect(days).toHaveLength(2);
    await ui.hover(days[1] as HTMLElement);
    expect(await screen.findByText('August 14, 2024 11:50:00 PM UTC')).toBeInTheDocument();
  });

  test('can be downloaded as CSV', async () => {
    server.use(mockCall(adminCalls.reportSignups, []), mockCall(adminCalls.countSignups, []));
    const { ui, router } = await open();
    await type(ui, /Start Date/, '2024-08-12');
    await type(ui, /End Date/, '2024-08-18{Enter}');
    expect(await screen.findByText('No signups in this period')).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
        'href',
        `${apiUrl}/users/report.csv?startDate=2024-08-12&endDate=2024-08-18`,
      ),
    );
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      section: 'sign-ups',
      startDate: '2024-08-12',
      endDate: '2024-08-18',
    });
  });

  test('[5.shared-form-rules.9] accepts common date formats and shows them as 2024-08-14', async () => {
    const requests: ReceivedRequest[] = [];
    server.use(
      mockCall(adminCalls.reportSignups, (received) => {
        requests.push(received);
        return [];
      }),
      mockCall(adminCalls.countSignups, []),
    );
    const { ui } = await open();
    await type(ui, /Start Date/, '14.8.2024');
    await type(ui, /End Date/, 'Aug 20 2024{Enter}');
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(screen.getByRole('textbox', { name: /Start Date/ })).toHaveValue('2024-08-14');
    expect(screen.getByRole('textbox', { name: /End Date/ })).toHaveValue('2024-08-20');
    expect(Object.fromEntries(requests[1]?.url.searchParams ?? [])).toMatchObject({
      startDate: '2024-08-14',
      endDate: '2024-08-20',
    });
  });

  test('[5.admin.3] requires both dates, such as 2024-08-14', async () => {
    const requests: ReceivedRequest[] = [];
    server.use(
      mockCall(adminCalls.reportSignups, (received) => {
        requests.push(received);
        return [];
      }),
      mockCall(adminCalls.countSignups, []),
    );
    const { ui } = await open();
    expect(screen.getAllByText('For example, 2024-08-14')).toHaveLength(2);
    await ui.clear(screen.getByRole('textbox', { name: /Start Date/ }));
    await ui.click(screen.getByRole('button', { name: 'Generate report' }));
    expect(await screen.findByText('This field is required')).toBeVisible();
    await type(ui, /Start Date/, 'soon{Enter}');
    expect(await screen.findByText('Enter a date such as 2024-08-14')).toBeVisible();
    await type(ui, /Start Date/, '31/02/2027{Enter}');
    expect(await screen.findByText('This day does not exist')).toBeVisible();
    await type(ui, /Start Date/, '2024-08-14');
    await type(ui, /End Date/, '2024-08-13{Enter}');
    expect(await screen.findByText('The end date is before the start date')).toBeVisible();
    expect(requests).toHaveLength(1);
  });

  test('of the last days is one click, and is compared with the days before by the same request', async () => {
    const requests: ReceivedRequest[] = [];
    server.use(
      mockCall(adminCalls.reportSignups, []),
      mockCall(adminCalls.countSignups, (received) => {
        requests.push(received);
        return [count(lastDays(8).startDate, 'GitHub', 5, 4), count(today(), 'GitHub', 2, 1)];
      }),
    );
    const { ui, router } = await open();
    const presets = within(screen.getByRole('group', { name: 'Period' }));
    expect(presets.getByRole('button', { pressed: true })).toHaveTextContent('Last week');
    await ui.click(presets.getByRole('button', { name: 'Last 7 days' }));
    expect(await screen.findByText('2 signups')).toBeVisible();
    expect(screen.getByText('1 not verified yet')).toBeVisible();
    expect(screen.getByText('3 fewer than the 5 in the 7 days before')).toBeVisible();
    expect(screen.getByText('Faded bar: today, which is not over')).toBeVisible();
    expect(presets.getByRole('button', { pressed: true })).toHaveTextContent('Last 7 days');
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/ \(so far\): 2 \(GitHub 2\)$/);
    expect(new URLSearchParams(router.state.location.search).get('endDate')).toBe(today());
    expect(requests).toHaveLength(2);
    expect(requests[1]?.url.searchParams.get('startDate')).toBe(lastDays(14).startDate);
  });

  test('shows one page of a long list, and more on request', async () => {
    const rows = Array.from({ length: 53 }, (_, index) => aSignUp({ email: `person${index}@example.com` }));
    server.use(
      paginatedHandler(adminCalls.reportSignups, { rows, pageSize: 50 }),
      mockCall(adminCalls.countSignups, [count(week.startDate, 'GitHub', 53)]),
    );
    const { ui } = await open();
    await waitFor(() => expect(tableRows('Who signed up')).toHaveLength(50));
    expect(await screen.findByText('53 signups')).toBeVisible();
    await ui.click(screen.getByText('Show more'));
    await waitFor(() => expect(tableRows('Who signed up')).toHaveLength(53));
  });

  test('shows a loading error', async () => {
    server.use(
      mockCall(adminCalls.reportSignups, errorResponse('DatabaseUnavailable')),
      mockCall(adminCalls.countSignups, errorResponse('DatabaseUnavailable')),
    );
    await open();
    await waitFor(() =>
      expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
        expect.stringContaining('Signups could not be counted'),
        expect.stringContaining('The list could not be loaded'),
      ]),
    );
  });

  /** Mocks signups on the first and the last of three days. */
  const mockThreeDays = () =>
    server.use(
      mockCall(adminCalls.reportSignups, []),
      mockCall(adminCalls.countSignups, [
        count('2024-08-12', 'Google', 3),
        count('2024-08-12', 'GitHub', 2),
        count('2024-08-14', 'Google', 4),
      ]),
    );

  test('is charted by day and method, and the chart is also a table', async () => {
    mockThreeDays();
    const { ui } = await open();
    await type(ui, /Start Date/, '2024-08-12');
    await type(ui, /End Date/, '2024-08-14{Enter}');
    await screen.findByRole('slider', { name: 'Signups per day from August 12, 2024 to August 14, 2024' });
    const legend = within(screen.getByRole('figure'));
    expect(legend.getByText('Google', { selector: 'figcaption span' })).toHaveTextContent('Google 7');
    await ui.click(screen.getByText('Show as table'));
    expect(screen.getByText('Hide table')).toBeInTheDocument();
    expect(tableHeaders('Signups per day')).toEqual(['Day', 'Google', 'GitHub', 'Total']);
    expect(tableRows('Signups per day')).toEqual([
      ['August 12, 2024', '3', '2', '5'],
      ['August 13, 2024', '0', '0', '0'],
      ['August 14, 2024', '4', '0', '4'],
    ]);
    const counts = within(screen.getByRole('table', { name: 'Signups per day' })).getAllByRole('cell', {
      name: /^\d+$/,
    });
    expect(counts).toHaveLength(9);
    for (const cell of counts) expect(cell).toHaveClass('text-right');
    expect(await findA11yViolations()).toEqual([]);
  });

  test('shows the values of a day to the keyboard and to the pointer', async () => {
    mockThreeDays();
    const { ui } = await open('sign-ups&startDate=2024-08-12&endDate=2024-08-14', 'Signup report');
    const plot = await screen.findByRole('slider');
    act(() => plot.focus());
    const value = () => plot.getAttribute('aria-valuetext');
    expect(value()).toBe('Wednesday, August 14, 2024: 4 (Google 4)');
    expect(within(plot).getByText('Wednesday, August 14, 2024')).toBeVisible();
    await ui.keyboard('{ArrowLeft}');
    expect(value()).toBe('Tuesday, August 13, 2024: 0');
    expect(within(plot).getByText('No signups')).toBeVisible();
    await ui.keyboard('{Home}');
    expect(value()).toBe('Monday, August 12, 2024: 5 (Google 3, GitHub 2)');
    expect(within(plot).getByText('GitHub').parentElement).toHaveTextContent('GitHub2');
    expect(plot).toHaveAttribute('aria-valuenow', '1');
    await ui.keyboard('{ArrowLeft}{Escape}');
    expect(value()).toMatch(/^Monday/);
    expect(within(plot).queryByText(/^Monday/)).toBeNull();
    const bar = plot.querySelector('[data-day="2024-08-14"] rect');
    await ui.hover(bar ?? plot);
    expect(within(plot).getByText('Wednesday, August 14, 2024')).toBeVisible();
    await ui.unhover(plot);
    expect(within(plot).queryByText(/^Wednesday/)).toBeNull();
  });
});

test.each([
  [0, [0, 1, 2]],
  [1, [0, 1, 2]],
  [5, [0, 2, 4, 6]],
  [19, [0, 5, 10, 15, 20]],
  [20, [0, 5, 10, 15, 20, 25]],
  [999, [0, 500, 1000, 1500]],
])('with at most %i signups a day the axis has %j and a gap above the tallest bar', (max, ticks) => {
  expect(countTicks(max)).toEqual(ticks);
});

test.each([
  ['2024-08-12', '2024-08-12', ['2024-08-12']],
  ['2024-08-12', '2024-08-14', ['2024-08-12', '2024-08-13', '2024-08-14']],
  ['2024-08-01', '2024-08-31', ['2024-08-01', '2024-08-08', '2024-08-15', '2024-08-22', '2024-08-29']],
])('a period from %s to %s labels the days %j', (startDate, endDate, labelled) => {
  const { days } = toSeries([], { startDate, endDate });
  expect(dayTicks(days).map(({ day }) => day)).toEqual(labelled);
});

test('a period of a year labels at most ten days', () => {
  const { days } = toSeries([], { startDate: '2024-01-01', endDate: '2024-12-31' });
  expect(dayTicks(days).length).toBeLessThanOrEqual(10);
});

test('a period longer than half a year has no period before it, because a report covers at most 366 days', () => {
  expect(withPeriodBefore({ startDate: '2024-08-12', endDate: '2024-08-18' })).toEqual({
    startDate: '2024-08-05',
    endDate: '2024-08-18',
  });
  expect(withPeriodBefore({ startDate: '2024-01-01', endDate: '2024-08-01' })).toBeNull();
});

test('a long period has a bar for each week from Monday to Sunday', () => {
  const { days } = toSeries([count('2024-08-14', 'a', 2), count('2024-08-18', 'a', 3), count('2024-08-19', 'a', 4)], {
    startDate: '2024-08-14',
    endDate: '2024-10-14',
  });
  const weeks = toBars(days);
  expect(weeks.slice(0, 2)).toEqual([
    { day: '2024-08-14', lastDay: '2024-08-18', total: 5, counts: [5] },
    { day: '2024-08-19', lastDay: '2024-08-25', total: 4, counts: [4] },
  ]);
  expect(weeks.at(-1)).toMatchObject({ day: '2024-10-14', lastDay: '2024-10-14' });
  expect(toBars(days.slice(0, 59))).toHaveLength(59);
});

test.each([
  ['2026-11-21T22:00:00Z', '2026-11-09', '2026-11-15'],
  ['2026-11-22T23:59:59Z', '2026-11-09', '2026-11-15'],
  ['2026-11-23T00:00:00Z', '2026-11-16', '2026-11-22'],
  ['2026-01-01T00:00:00Z', '2025-12-22', '2025-12-28'],
])('at %s the previous week is %s to %s', (now, startDate, endDate) =>
  expect(previousWeek(new Date(now))).toEqual({ startDate, endDate }),
);

test('with more than six methods the rarest share one series', () => {
  const day = '2024-08-14';
  const methods = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((way, index) => count(day, way, 10 - index));
  const { series, days } = toSeries(methods, { startDate: day, endDate: day });
  expect(series.map(({ method, total }) => [method, total])).toEqual([
    ['a', 10],
    ['b', 9],
    ['c', 8],
    ['d', 7],
    ['e', 6],
    ['Other methods', 9],
  ]);
  expect(days).toEqual([{ day, total: 49, counts: [10, 9, 8, 7, 6, 9] }]);
});
