import { workspaceCalls } from '@portal/contract';
import { aMember } from './support/accounts.ts';
import { addresses } from './support/addresses.ts';
import { exchangesOf, roundTripsTo, type Exchange } from './support/exchanges.ts';
import { expect, test } from './support/test.ts';

const between = (began: number, ended: number): Exchange => ({ url: `${began}`, began, ended, bytes: 0 });

test('round trips are those of which each begins after the answer of the one before', () => {
  const last = between(50, 60);
  expect(roundTripsTo(last, [last])).toBe(1);
  expect(roundTripsTo(last, [between(0, 20), between(0, 30), last])).toBe(2);
  expect(roundTripsTo(last, [between(0, 10), between(10, 20), between(15, 49), between(30, 40), last])).toBe(4);
  expect(roundTripsTo(last, [between(0, 51), between(55, 60), last])).toBe(1);
});

test('the list of workspaces takes at most two round trips to the API', async ({ context, page }) => {
  await aMember(context);
  await page.goto('/workspaces');
  await expect(page.getByRole('article')).not.toHaveCount(0);
  const asked = (await exchangesOf(page)).filter(({ url }) => url.startsWith(addresses.authApi));
  const lists = asked.filter(({ url }) => url.startsWith(addresses.authApi + workspaceCalls.listWorkspaces.path));
  expect(lists).toHaveLength(1);
  for (const list of lists) expect(roundTripsTo(list, asked), JSON.stringify(asked)).toBeLessThanOrEqual(2);
});
