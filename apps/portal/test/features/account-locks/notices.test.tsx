import { jest } from '@jest/globals';
import { legalCalls, sessionCalls, type LegalDocuments } from '@portal/contract';
import { act, screen, within } from '@testing-library/react';
import { mockCall, server } from '../../support/api-server.ts';
import { aUser } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';

afterEach(() => jest.useRealTimers());

const lockedAt = '2026-11-02T10:30:00.000Z';

const documents: LegalDocuments = {
  versionId: '2024-09-25',
  versionIds: ['2024-09-25'],
  documents: [
    { slug: 'terms-of-service', title: 'Terms of Service', content: 'See [privacy](./02-privacy.md).' },
    { slug: 'privacy', title: 'Privacy', content: 'We keep little.' },
  ],
};

const detailOf = async (name: string) => (await screen.findByText(name)).nextElementSibling?.textContent;

describe.each([
  ['/quarantine-notice', aUser({ quarantinedAt: lockedAt })],
  ['/suspension-notice', aUser({ suspendedAt: lockedAt, needsTosUpdate: true })],
])('%s', (notice, user) => {
  it('shows the start', async () => {
    await visit(notice, { ...user, lockOut: { until: null, reason: null } });
    expect(await detailOf('Since')).toMatch(/^November 2, 2026/);
    expect(screen.queryByText('Lifts automatically')).toBeNull();
    expect(screen.queryByText('Reason')).toBeNull();
    expect(screen.getByText(/^We’ll lift the (?:quarantine|suspension) /)).toBeVisible();
  });

  it('shows the end and the reason that staff gave', async () => {
    await visit(notice, {
      ...user,
      lockOut: { until: '2026-12-01T10:30:00.000Z', reason: 'Three invoices are open.' },
    });
    expect(await detailOf('Lifts automatically')).toMatch(/^December 1, 2026/);
    expect(await detailOf('Reason')).toBe('Three invoices are open.');
    expect(screen.queryByText(/^We’ll lift the (?:quarantine|suspension) /)).toBeNull();
  });

  // @covers 2.17
  it('continues automatically when the lock ends', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const until = new Date(Date.now() + 60_000).toISOString();
    const { path } = await visit(notice, { ...user, lockOut: { until, reason: null } });
    expect(await detailOf('Lifts automatically')).toMatch(/ (?:AM|PM) [A-Z]/);
    const free = { ...user, quarantinedAt: null, suspendedAt: null, lockOut: null, needsTosUpdate: true };
    server.use(mockCall(sessionCalls.whoami, { user: free }), mockCall(legalCalls.getLegalDocuments, documents));
    await act(() => jest.advanceTimersByTimeAsync(55_000));
    expect(path()).toBe(notice);
    await act(() => jest.advanceTimersByTimeAsync(6_000));
    expect(path()).toBe('/review-legal');
  });
});

/** Counts the whoami requests of a notice within a time in milliseconds. */
async function countWhoami(milliseconds: number, until: Date) {
  const user = { ...aUser({ quarantinedAt: lockedAt }), lockOut: { until: until.toISOString(), reason: null } };
  let requestCount = 0;
  const { router } = await visit('/quarantine-notice', user);
  await screen.findByText('Lifts automatically');
  server.use(mockCall(sessionCalls.whoami, () => ((requestCount += 1), { user })));
  await act(() => jest.advanceTimersByTimeAsync(milliseconds));
  return { whoamiCount: () => requestCount, router };
}

it('checks once an hour while the end is far away', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { whoamiCount: requestCount } = await countWhoami(7_205_000, new Date(Date.now() + 60 * 86_400_000));
  expect(requestCount()).toBe(2);
});

it('checks at the end, whenever the last check was', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { whoamiCount: requestCount } = await countWhoami(5_000_000, new Date(Date.now() + 5_400_000));
  expect(requestCount()).toBe(1);
  await act(() => jest.advanceTimersByTimeAsync(405_000));
  expect(requestCount()).toBe(2);
});

it('checks less and less often when the lock stays, and stops when the user leaves the page', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  // After 10, 30, 70, 150 and 310 seconds.
  const { whoamiCount: requestCount, router } = await countWhoami(600_000, new Date(Date.now() - 60_000));
  expect(requestCount()).toBe(5);
  server.use(mockCall(legalCalls.getLegalDocuments, documents));
  await act(() => router.navigate('/print-legal/2024-09-25/privacy'));
  const before = requestCount();
  await act(() => jest.advanceTimersByTimeAsync(3_600_000));
  expect(requestCount()).toBe(before);
});

// @covers 2.6
it('leaves each legal document reachable', async () => {
  server.use(mockCall(legalCalls.getLegalDocuments, documents));
  const { ui, path } = await visit('/quarantine-notice', aUser({ quarantinedAt: lockedAt }));
  await ui.click(await screen.findByRole('link', { name: 'Legal' }));
  expect(await screen.findByRole('heading', { name: 'Terms of Service' })).toBeVisible();
  await ui.click(screen.getByRole('link', { name: 'privacy' }));
  expect(await screen.findByText('We keep little.')).toBeVisible();
  await ui.click(within(screen.getByRole('navigation', { name: 'Documents' })).getByText('Terms of Service'));
  expect(await screen.findByRole('heading', { name: 'Terms of Service' })).toBeVisible();
  await ui.click(screen.getByRole('link', { name: 'Back' }));
  expect(await screen.findByRole('heading', { name: 'Account Quarantined' })).toBeVisible();
  expect(path()).toBe('/quarantine-notice');
});
