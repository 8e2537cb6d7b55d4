import { programs, type ApiProcess } from '@portal/auth-api/test/support/api-process.ts';
import { startLocalIdentityProvider } from '@portal/auth-api/test/support/local-identity-provider.ts';
import { freePorts } from '../support/free-ports.ts';
import { startCaddy, type Caddy } from '../faults/caddy.ts';
import { startFaultEnvironment, type FaultEnvironment } from '../faults/environment.ts';
import { setUpCustomer, type Customer } from './workload.ts';

/** Replicas as they are deployed, behind the proxy of a deployment, and everything they depend on. */
export interface Replicas {
  readonly environment: FaultEnvironment;
  readonly url: string;
  readonly proxy: Caddy;
  readonly running: readonly (ApiProcess & { readonly metricsPort: number })[];
  readonly customers: readonly Customer[];
  close(): Promise<void>;
}

interface ReplicasOptions {
  readonly count: number;
  /** Path of the Caddy program. */
  readonly caddy: string;
  readonly customerCount: number;
  readonly settings?: Record<string, string>;
  /** The program of the replicas. The built one by default. */
  readonly program?: typeof programs.built;
  /** Fills the database before the replicas start. */
  readonly prepare?: (environment: FaultEnvironment) => Promise<void>;
}

export async function startReplicas({
  count,
  caddy,
  customerCount,
  settings = {},
  program = programs.built,
  prepare,
}: ReplicasOptions): Promise<Replicas> {
  const [proxyPort = 0] = await freePorts(1);
  const url = `http://localhost:${proxyPort}`;
  const provider = await startLocalIdentityProvider(url);
  const environment = await startFaultEnvironment('full', {
    userCount: customerCount,
    environment: { AUTH_API_URL: url, AUTH0_URL: provider.url, TRUSTED_PROXIES: '1', ...settings },
    program,
  });
  await prepare?.(environment);
  const ports = await freePorts(count);
  const running = await Promise.all(
    ports.map(async (port) => {
      const [metricsPort = 0] = await freePorts(1);
      const replica = await environment.startReplica({ PORT: String(port), METRICS_PORT: String(metricsPort) });
      return { ...replica, metricsPort };
    }),
  );
  const proxy = await startCaddy(caddy, ports, { fixedPort: proxyPort });
  const customers: Customer[] = [];
  for (const user of environment.users) customers.push(await setUpCustomer(environment, proxy.url, user));
  return {
    environment,
    url,
    proxy,
    running,
    customers,
    async close() {
      await proxy.stop();
      await Promise.all(running.map((replica) => replica.stop()));
      await Promise.all([environment.close(), provider.stop()]);
    },
  };
}
