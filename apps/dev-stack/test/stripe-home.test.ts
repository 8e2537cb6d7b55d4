import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStripe } from '../src/stripe/stripe.ts';

let dataDir: string;
let stripe: Awaited<ReturnType<typeof startStripe>>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stripe-'));
  const settings = { dataDir, secretKey: 'sk_test_unused', webhookSecret: 'whsec_unused' };
  stripe = await startStripe({ port: 0, ...settings, log: () => undefined });
});
afterAll(async () => {
  await stripe.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const advance = async (fields: string, headers = {}) => {
  const options = { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' } as const;
  return (await fetch(`${stripe.url}/clock`, options)).status;
};

const secondsAhead = async () => {
  const clock = (await (await fetch(`${stripe.url}/_test/clock`)).json()) as { ahead: number };
  return clock.ahead;
};

it('the form of the home page moves the clock, by a number of days and from the same site only', async () => {
  expect(await advance('')).toBe(400);
  expect(await advance('days=-1')).toBe(400);
  expect(await advance('days=30', { 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await secondsAhead()).toBe(0);
  expect(await advance('days=30', { 'sec-fetch-site': 'same-origin' })).toBe(303);
  expect(await secondsAhead()).toBe(30 * 86_400);
});
