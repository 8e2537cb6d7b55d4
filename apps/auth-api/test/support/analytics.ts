import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FeatureFlag } from '@portal/contract';
import { startAnalytics } from '@portal/local/analytics';

const projectKey = 'phc_test';
const flagsKey = 'phs_test';

interface FlagRule {
  readonly mode: 'off' | 'everyone' | 'people';
  readonly people: readonly string[];
}

export type TestAnalytics = Awaited<ReturnType<typeof startTestAnalytics>>;

/** The stand-in for PostHog on a free port, with a data folder of its own. */
export async function startTestAnalytics() {
  const dataDir = await mkdtemp(join(tmpdir(), 'analytics-'));
  const { url, stop } = await startAnalytics({ port: 0, dataDir, projectKey, flagsKey, log: () => undefined });
  const post = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const settings = { ANALYTICS_URL: url, ANALYTICS_PROJECT_KEY: projectKey, ANALYTICS_FLAGS_SECONDS: '1' };
  return {
    url,
    /** The settings of an API that judges flags by itself, and of one that asks. */
    judging: { ...settings, ANALYTICS_FLAGS_KEY: flagsKey },
    asking: settings,
    switchFlags: (rules: Partial<Record<FeatureFlag, FlagRule>>) => post('/api/flags', rules),
    faults: (faults: object) => post('/_test/faults', faults),
    /** All that clients sent, with headers and addresses. */
    received: async () => (await fetch(`${url}/_test/requests`)).text(),
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
