import { createServer } from 'node:http';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import { listen } from '../server/listen.ts';
import type { Metrics } from './metrics.ts';
import { serviceResource } from './service-resource.ts';

interface MonitoredServices {
  readonly settings: Settings;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly pool: Pool;
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves the metrics of this process to Prometheus if METRICS_PORT is set. The port must not be reachable from outside. It
 * opens as soon as the process starts and also serves `/health/live`, because the API's own port opens only when the API is
 * ready.
 */
export async function startMetricsServer(services: MonitoredServices): Promise<MetricsServer | null> {
  const { metrics, pool, settings, log } = services;
  const { HOST: host, METRICS_PORT, VERSION: version, COMMIT: commit } = settings;
  if (METRICS_PORT === undefined) return null;
  metrics.addProcessMetrics({ version, commit, instanceId: serviceResource()['service.instance.id'] });
  metrics.addDatabaseMetrics(pool, (error) => log.warn({ err: error }, 'database metrics could not be read'));
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/health/live') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
      return;
    }
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.read().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error: unknown) => {
        log.warn({ err: error }, 'metrics could not be read');
        response.writeHead(500).end();
      },
    );
  });
  const port = await listen(server, { host, port: METRICS_PORT, portSetting: 'METRICS_PORT' });
  return {
    port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
