import { screen } from '@testing-library/react';
import { aUser } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const began = '2026-11-02T10:30:00.000Z';

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
});
