import type { Logger } from 'pino';
import type { Settings } from '../../platform/config/settings.ts';
import type { Metrics } from '../../platform/observability/metrics.ts';

interface ProbeContext {
  readonly settings: Settings;
  readonly metrics: Metrics;
  readonly log: Logger;
}

const intervalMs = 60_000;

/**
 * Fetches the provider's public keys, which each login needs, once a minute, and sets the metric of the provider. Returns a
 * function that stops it.
 */
export function probeIdentityProvider(context: ProbeContext): () => void {
  const stopped = new AbortController();
  const probe = () => probeOnce(context, stopped.signal);
  void probe();
  const timer = setInterval(() => void probe(), intervalMs);
  return () => {
    clearInterval(timer);
    stopped.abort();
  };
}

async function probeOnce({ settings, metrics, log }: ProbeContext, stopSignal: AbortSignal): Promise<void> {
  try {
    const response = await fetch(`${settings.AUTH0_URL}/.well-known/jwks.json`, {
      signal: AbortSignal.any([stopSignal, AbortSignal.timeout(settings.AUTH0_TIMEOUT_MS)]),
    });
    await response.arrayBuffer();
    metrics.setIdentityProviderUp(response.ok);
    if (!response.ok)
      log.warn({ 'http.response.status_code': response.status }, 'identity provider responded with an error');
  } catch (error) {
    if (stopSignal.aborted) return;
    metrics.setIdentityProviderUp(false);
    log.warn({ err: error }, 'identity provider unreachable');
  }
}
