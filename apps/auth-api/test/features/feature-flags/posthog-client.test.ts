import { PostHog } from 'posthog-node';
import { startTestAnalytics, type TestAnalytics } from '../../support/analytics.ts';

// The official client against the emulator, without the code of the API around it.
let host: TestAnalytics;
const clients: PostHog[] = [];
const errors: unknown[] = [];
beforeAll(async () => {
  host = await startTestAnalytics();
});
afterEach(async () => {
  await host.setFaults({});
  await Promise.all(clients.splice(0).map((client) => client.shutdown(1_000)));
  errors.splice(0);
});
afterAll(() => host.stop());

function createClient(options: ConstructorParameters<typeof PostHog>[1] = {}): PostHog {
  const client = new PostHog('phc_test', {
    host: host.url,
    requestTimeout: 500,
    featureFlagsRequestTimeoutMs: 500,
    fetchRetryCount: 0,
    featureFlagsRequestMaxRetries: 0,
    flushAt: 1,
    ...options,
  });
  client.on('error', (error: unknown) => errors.push(error));
  clients.push(client);
  return client;
}

const capture = async (client: PostHog, event: string) => {
  client.capture({ distinctId: 'ada', event });
  await client.flush().catch((error: unknown) => errors.push(error));
};
const isOn = async (client: PostHog) => (await client.evaluateFlags('ada')).isEnabled('approvals-opt-in-out');

it('posthog-node sends events, and evaluates flags on the host and by their definitions', async () => {
  await host.setFlags({ 'approvals-opt-in-out': { mode: 'everyone', users: [] } });
  const client = createClient();
  await capture(client, 'sent');
  const received = await fetch(`${host.url}/api/events`);
  expect(await received.json()).toMatchObject([{ event: 'sent', distinctId: 'ada' }]);
  expect(await isOn(client)).toBe(true);
  const local = createClient({ secretKey: 'phs_test', strictLocalEvaluation: true });
  expect(await local.waitForLocalEvaluationReady(2_000)).toBe(true);
  expect(await isOn(local)).toBe(true);
  expect(errors).toEqual([]);
});

it.each([
  ['rejects the key', { status: 401 }, { name: 'PostHogFetchHttpError', status: 401 }],
  ['has an outage', { status: 503 }, { name: 'PostHogFetchHttpError', status: 503 }],
  ['is slow', { delayMs: 3_000 }, { name: 'PostHogFetchNetworkError' }],
])('posthog-node reports a host that %s, and flags are off', async (_what, fault, error) => {
  await host.setFaults({ capture: fault, flags: fault });
  const client = createClient();
  await capture(client, 'lost');
  expect(errors[0]).toMatchObject(error);
  expect(await isOn(client)).toBe(false);
});

it('posthog-node reports that the host rejects its secret key, and has no definitions', async () => {
  await host.setFaults({ flags: { status: 401 } });
  const client = createClient({ secretKey: 'phs_test', strictLocalEvaluation: true });
  expect(await client.waitForLocalEvaluationReady(1_000)).toBe(false);
  expect(String(errors[0])).toMatch(/key is invalid/);
  expect(await isOn(client)).toBe(false);
});
