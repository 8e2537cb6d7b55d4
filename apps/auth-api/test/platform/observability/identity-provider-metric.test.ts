import { probeIdentityProvider } from '../../../src/integrations/auth0/probe-identity-provider.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { startFakeIdentityProvider } from '../../support/fake-identity-provider.ts';
import { startLoginStack } from '../../support/login-stack.ts';
import { pollUntil } from '../../support/polling.ts';

async function readMetric({ services: { metrics } }: TestApi): Promise<string | undefined> {
  return /^portal_identity_provider_up (\d)$/m.exec(await metrics.read())?.[1];
}

/** Probes the provider until the metric has this value. */
async function expectMetric(api: TestApi, expected: string): Promise<void> {
  const stop = probeIdentityProvider(api.services);
  try {
    expect(
      await pollUntil(
        () => readMetric(api),
        (value) => value === expected,
      ),
    ).toBe(expected);
  } finally {
    stop();
  }
}

describe('the metric for the identity provider', () => {
  it('is 1 if the provider publishes its keys', async () => {
    const logins = await startLoginStack();
    try {
      expect(await readMetric(logins.api)).toBeUndefined();
      await expectMetric(logins.api, '1');
    } finally {
      await logins.close();
    }
  });

  it('is 0 if the provider responds with an error, or not at all', async () => {
    const provider = await startFakeIdentityProvider();
    provider.failure = { status: 503, body: '' };
    const api = await startApi({ AUTH0_URL: provider.url });
    try {
      api.services.metrics.setIdentityProviderUp(true);
      await expectMetric(api, '0');
      await provider.close();
      api.services.metrics.setIdentityProviderUp(true);
      await expectMetric(api, '0');
    } finally {
      await api.close();
    }
  });
});
