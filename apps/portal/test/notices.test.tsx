import { jest } from '@jest/globals';
import { legalCalls, sessionCalls, type LegalDocuments } from '@portal/contract';
import { act, screen, within } from '@testing-library/react';
import { on, server } from './support/api-server.ts';
import { aUser } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

afterEach(() => jest.useRealTimers());

const began = '2026-11-02T10:30:00.000Z';

const documents: LegalDocuments = {
  versionId: '2024-09-25',
  versionIds: ['2024-09-25'],
  documents: [
    { slug: 'terms-of-service', title: 'Terms of Service', content: 'See [privacy](./02-privacy.md).' },
    { slug: 'privacy', title: 'Privacy', content: 'We keep little.' },
  ],
};

const factOf = async (name: string) => (await screen.findByText(name)).nextElementSibling?.textContent;

describe.each([
  ['/quarantine-notice', aUser({ quarantinedAt: began })],
  ['/suspension-notice', aUser({ suspendedAt: began, needsTosUpdate: true })],
])('%s', (notice, user) => {
  it('tells since when', async () => {
    await visit(notice, { ...user, lockOut: { until: null, reason: null } });
    expect(await factOf('Since')).toMatch(/^November 2, 2026/);
    expect(screen.queryByText('Ends by itself')).toBeNull();
    expect(screen.queryByText('Reason')).toBeNull();
    expect(screen.getByText(/^Support ends the pause once/)).toBeVisible();
  });

  it('tells until when and why, where staff said so', async () => {
    await visit(notice, {
      ...user,
      lockOut: { until: '2026-12-01T10:30:00.000Z', reason: 'Three invoices are open.' },
    });
    expect(await factOf('Ends by itself')).toMatch(/^December 1, 2026/);
    expect(await factOf('Reason')).toBe('Three invoices are open.');
    expect(screen.queryByText(/^Support ends the pause once/)).toBeNull();
  });

  // @covers 2.17
  it('leads on by itself once its end has come', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const until = new Date(Date.now() + 60_000).toISOString();
    const { path } = await visit(notice, { ...user, lockOut: { until, reason: null } });
    expect(await factOf('Ends by itself')).toMatch(/ (?:AM|PM) [A-Z]/);
    const free = { ...user, quarantinedAt: null, suspendedAt: null, lockOut: null, needsTosUpdate: true };
    server.use(on(sessionCalls.whoami, { user: free }), on(legalCalls.getLegalDocuments, documents));
    await act(() => jest.advanceTimersByTimeAsync(55_000));
    expect(path()).toBe(notice);
    await act(() => jest.advanceTimersByTimeAsync(6_000));
    expect(path()).toBe('/review-legal');
  });
});

/** How often whoami is asked within so many milliseconds on a notice. */
async function askedWithin(milliseconds: number, until: Date) {
  const user = { ...aUser({ quarantinedAt: began }), lockOut: { until: until.toISOString(), reason: null } };
  let asked = 0;
  const { router } = await visit('/quarantine-notice', user);
  await screen.findByText('Ends by itself');
  server.use(on(sessionCalls.whoami, () => ((asked += 1), { user })));
  await act(() => jest.advanceTimersByTimeAsync(milliseconds));
  return { asked: () => asked, router };
}

it('asks once an hour while its end is far, however far', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { asked } = await askedWithin(7_205_000, new Date(Date.now() + 60 * 86_400_000));
  expect(asked()).toBe(2);
});

it('asks at its end, however long ago it looked last', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { asked } = await askedWithin(5_000_000, new Date(Date.now() + 5_400_000));
  expect(asked()).toBe(1);
  await act(() => jest.advanceTimersByTimeAsync(405_000));
  expect(asked()).toBe(2);
});

it('asks less and less where its end does not come, and no more once it is left', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  // After 10, 30, 70, 150 and 310 seconds.
  const { asked, router } = await askedWithin(600_000, new Date(Date.now() - 60_000));
  expect(asked()).toBe(5);
  server.use(on(legalCalls.getLegalDocuments, documents));
  await act(() => router.navigate('/print-legal/2024-09-25/privacy'));
  const before = asked();
  await act(() => jest.advanceTimersByTimeAsync(3_600_000));
  expect(asked()).toBe(before);
});

// @covers 2.6
it('leaves the legal documents open, each for itself', async () => {
  server.use(on(legalCalls.getLegalDocuments, documents));
  const { person, path } = await visit('/quarantine-notice', aUser({ quarantinedAt: began }));
  await person.click(await screen.findByRole('link', { name: 'Legal' }));
  expect(await screen.findByRole('heading', { name: 'Terms of Service' })).toBeVisible();
  await person.click(screen.getByRole('link', { name: 'privacy' }));
  expect(await screen.findByText('We keep little.')).toBeVisible();
  await person.click(within(screen.getByRole('navigation', { name: 'Documents' })).getByText('Terms of Service'));
  expect(await screen.findByRole('heading', { name: 'Terms of Service' })).toBeVisible();
  await person.click(screen.getByRole('link', { name: 'Back' }));
  expect(await screen.findByRole('heading', { name: 'Account Quarantined' })).toBeVisible();
  expect(path()).toBe('/quarantine-notice');
});
