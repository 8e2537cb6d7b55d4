import type { ApiProcess } from '@portal/auth-api/test/support/api-process.ts';
import {
  startLocalIdentityProvider,
  type LocalIdentityProvider,
} from '@portal/auth-api/test/support/local-identity-provider.ts';
import { startTcpProxy, type TcpProxy } from '@portal/auth-api/test/support/tcp-proxy.ts';
import { startFaultEnvironment, type FaultEnvironment } from '../faults/environment.ts';
import { startExternalProcess, type ExternalProcess } from '../faults/external-process.ts';
import { freePorts } from '../support/free-ports.ts';
import { startPrometheus, type Prometheus } from './prometheus.ts';

/** Two replicas of the API with everything they depend on, and a Prometheus that watches them. */
export interface Stack {
  readonly environment: FaultEnvironment;
  readonly provider: LocalIdentityProvider;
  /** Between the API and the identity provider. */
  readonly providerNetwork: TcpProxy;
  readonly prometheus: Prometheus;
  /** The replica that logins return to. */
  readonly first: ApiProcess;
  readonly second: ApiProcess;
  readonly portalUrl: string;
  close(): Promise<void>;
}

interface StackOptions {
  readonly scale: number;
  readonly prometheus: string;
  /** The postgres exporter. Without it, PostgreSQL is watched only through the API. */
  readonly exporter: string | undefined;
}

export async function startStack({ scale, prometheus: program, exporter }: StackOptions): Promise<Stack> {
  const ports = await freePorts(5);
  const [firstPort = 0, secondPort = 0, firstMetrics = 0, secondMetrics = 0, exporterPort = 0] = ports;
  const apiUrl = `http://localhost:${firstPort}`;
  const provider = await startLocalIdentityProvider(apiUrl);
  const providerNetwork = await startTcpProxy(provider.url);
  const environment = await startFaultEnvironment('full', {
    environment: { AUTH_API_URL: apiUrl, AUTH0_URL: provider.url, AUTH0_ISSUER: `${provider.url}/` },
  });
  const startOne = (port: number, metricsPort: number) =>
    environment.startReplica({
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      AUTH0_URL: providerNetwork.url.replace(/\/$/, ''),
    });
  const [first, second] = await Promise.all([startOne(firstPort, firstMetrics), startOne(secondPort, secondMetrics)]);
  const postgresExporter = exporter === undefined ? null : await startExporter(exporter, exporterPort, environment);
  const prometheus = await startPrometheus({
    program,
    scale,
    targets: {
      'auth-api': [firstMetrics, secondMetrics],
      ...(postgresExporter && { postgres: [exporterPort] }),
    },
  });
  return {
    environment,
    provider,
    providerNetwork,
    prometheus,
    first,
    second,
    portalUrl: environment.inProcessApi.services.settings.PORTAL_URL,
    async close() {
      await prometheus.stop();
      await postgresExporter?.stop('SIGKILL');
      await Promise.all([first.stop('SIGKILL'), second.stop('SIGKILL')]);
      await environment.close();
      await providerNetwork.close();
      await provider.stop();
    },
  };
}

function startExporter(program: string, port: number, { postgres }: FaultEnvironment): Promise<ExternalProcess> {
  const source = new URL(postgres.url);
  source.searchParams.set('sslmode', 'disable');
  return startExternalProcess({
    program,
    args: [`--web.listen-address=127.0.0.1:${port}`, '--log.level=error'],
    env: { ...process.env, DATA_SOURCE_NAME: source.href },
    // An old exporter reports errors of collectors that the drill does not need.
    stdio: 'ignore',
    isReady: () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        ({ ok }) => ok,
        () => false,
      ),
  });
}
