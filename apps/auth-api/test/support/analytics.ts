import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FeatureFlag } from '@portal/contract';
import { startPosthog } from '@portal/dev-stack/posthog';

const projectKey = 'phc_test';
const flagsKey = 'phs_test';

interface FlagRule {
  readonly mode: 'off' | 'everyone' | 'users';
  readonly users: readonly string[];
}

export type TestAnalytics = Awaited<ReturnType<typeof startTestAnalytics>>;

/** The PostHog emulator on a free port, with a data folder of its own. */
export async function startTestAnalytics() {
  const dataDir = await mkdtemp(join(tmpdir(), 'analytics-'));
  const { url, stop } = await startPosthog({ port: 0, dataDir, projectKey, flagsKey, log: () => undefined });
  const post = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const settings = { ANALYTICS_URL: url, ANALYTICS_PROJECT_KEY: projectKey, FEATURE_FLAG_CACHE_SECONDS: '1' };
  return {
    url,
    /** Settings of an API that evaluates flags locally, and of one that asks the host for each user. */
    localEvaluation: { ...settings, ANALYTICS_FLAGS_KEY: flagsKey },
    remoteEvaluation: settings,
    setFlags: (rules: Partial<Record<FeatureFlag, FlagRule>>) => post('/api/flags', rules),
    setFaults: (faults: object) => post('/_test/faults', faults),
    /** All requests that clients sent, with headers and IP addresses, as text. */
    receivedRequests: async () => (await fetch(`${url}/_test/requests`)).text(),
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true });
    },
  };
}
