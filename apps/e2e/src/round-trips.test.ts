import { sessionCalls, workspaceCalls } from '@portal/contract';
import { createMember } from './support/accounts.ts';
import { urls } from './support/urls.ts';
import { resourceTimings, countRoundTrips, type ResourceTiming } from './support/resource-timings.ts';
import { expect, test } from './support/test.ts';

const between = (startMs: number, endMs: number): ResourceTiming => ({ url: `${startMs}`, startMs, endMs, bytes: 0 });

test('requests that start after an earlier one ended count as round trips', () => {
  const last = between(50, 60);
  expect(countRoundTrips(last, [last])).toBe(1);
  expect(countRoundTrips(last, [between(0, 20), between(0, 30), last])).toBe(2);
  expect(countRoundTrips(last, [between(0, 10), between(10, 20), between(15, 49), between(30, 40), last])).toBe(4);
  expect(countRoundTrips(last, [between(0, 51), between(55, 60), last])).toBe(1);
});

test('the workspace list needs one round trip to the API, and the session and the settings are requested once', async ({
  context,
  page,
}) => {
  await createMember(context);
  await page.goto('/workspaces');
  await expect(page.getByRole('article')).not.toHaveCount(0);
  const requests = (await resourceTimings(page)).filter(({ url }) => url.startsWith(urls.authApi));
  const lists = requests.filter(({ url }) => url.startsWith(urls.authApi + workspaceCalls.listWorkspaces.path));
  expect(lists).toHaveLength(1);
  expect(requests.filter(({ url }) => url === urls.authApi + sessionCalls.whoami.path)).toHaveLength(1);
  expect((await resourceTimings(page)).filter(({ url }) => url.endsWith('/config.json'))).toHaveLength(1);
  for (const list of lists) expect(countRoundTrips(list, requests), JSON.stringify(requests)).toBe(1);
});
