import { createServer } from 'node:http';
import { listenAt } from '../server/listen.ts';
import type { Services } from '../services.ts';

/** Where the figures are read, until `close`. */
export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves this process's metrics to Prometheus, at a port of their own that no browser is let through to, if one is set. It
 * opens as soon as the process starts, so it also answers `/health/live`: the API's port opens only once the API is ready.
 */
export async function serveMetrics({ metrics, pool, settings, log }: Services): Promise<MetricsServer | null> {
  const { HOST: host, METRICS_PORT } = settings;
  if (METRICS_PORT === undefined) return null;
  metrics.addProcess();
  metrics.addQueues(pool, (error) => log.warn({ err: error }, 'the queues could not be counted'));
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
      (figures) => response.writeHead(200, { 'content-type': metrics.contentType }).end(figures),
      (error: unknown) => {
        log.warn({ err: error }, 'the figures could not be read');
        response.writeHead(500).end();
      },
    );
  });
  const port = await listenAt(server, { host, port: METRICS_PORT, setting: 'METRICS_PORT' });
  return {
    port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
