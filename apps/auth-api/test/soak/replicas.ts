import { programs, type ApiProcess } from '../support/api-process.ts';
import { startLocalIdentityProvider, type LocalIdentityProvider } from '../support/local-identity-provider.ts';
import { freePorts, startProxy, type Proxy } from '../faults/proxy.ts';
import { setStage, type Stage } from '../faults/stage.ts';
import { becomeCustomer, type Customer } from './mixture.ts';

/** Processes of the API as they are deployed, behind the proxy of a deployment, with all that is around them. */
export interface Replicas {
  readonly stage: Stage;
  readonly url: string;
  readonly proxy: Proxy;
  readonly running: readonly (ApiProcess & { readonly metricsPort: number })[];
  readonly customers: readonly Customer[];
  close(): Promise<void>;
}

interface Wishes {
  readonly count: number;
  readonly caddy: string;
  readonly customerCount: number;
  readonly environment?: Record<string, string>;
  /** What the processes run; what is deployed unless told otherwise. */
  readonly program?: typeof programs.built;
  /** What is done to the database before the processes start. */
  readonly prepare?: (stage: Stage) => Promise<void>;
}

export async function startReplicas({
  count,
  caddy,
  customerCount,
  environment = {},
  program = programs.built,
  prepare,
}: Wishes): Promise<Replicas> {
  const [proxyPort = 0] = await freePorts(1);
  const url = `http://localhost:${proxyPort}`;
  const provider: LocalIdentityProvider = await startLocalIdentityProvider(url);
  const own = { AUTH_API_URL: url, AUTH0_URL: provider.url, TRUSTED_PROXIES: '1', ...environment };
  const stage = await setStage('full', { visitorCount: customerCount, environment: own, program });
  await prepare?.(stage);
  const ports = await freePorts(count);
  const running = await Promise.all(
    ports.map(async (port) => {
      const [metricsPort = 0] = await freePorts(1);
      const api = await stage.replica({ PORT: String(port), METRICS_PORT: String(metricsPort) });
      return { ...api, metricsPort };
    }),
  );
  const proxy = await startProxy(caddy, ports, proxyPort);
  const customers: Customer[] = [];
  for (const visitor of stage.visitors) customers.push(await becomeCustomer(stage, proxy.url, visitor));
  return {
    stage,
    url,
    proxy,
    running,
    customers,
    async close() {
      await proxy.stop();
      await Promise.all(running.map((api) => api.stop()));
      await Promise.all([stage.close(), provider.stop()]);
    },
  };
}
