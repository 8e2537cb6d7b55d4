import { queryOnce } from '@portal/auth-api/test/support/database.ts';
import { startTcpProxy, combineProxies, type TcpProxy } from '@portal/auth-api/test/support/tcp-proxy.ts';
import { startPgBouncer } from './pgbouncer.ts';

/** What is between the API and PostgreSQL, and the settings that make the API use it. */
interface DatabaseRoute {
  readonly network: TcpProxy;
  readonly environment: Record<string, string>;
  close(): Promise<void>;
}

interface DatabaseRouteOptions {
  /** Path of the PgBouncer program. Without it the API connects to PostgreSQL directly. */
  readonly pgbouncer: string | undefined;
  readonly timeoutMs: number;
}

/** `url` connects as the API's role. `ownerUrl` sets that role's defaults, which PgBouncer cannot pass on. */
export async function startDatabaseRoute(
  url: string,
  ownerUrl: string,
  { pgbouncer, timeoutMs }: DatabaseRouteOptions,
): Promise<DatabaseRoute> {
  const direct = await startTcpProxy(url);
  if (pgbouncer === undefined) {
    return { network: direct, environment: { DATABASE_URL: direct.url }, close: () => direct.close() };
  }
  const alterRole = `ALTER ROLE ${new URL(url).username} SET`;
  await queryOnce(ownerUrl, `${alterRole} TimeZone = 'UTC'; ${alterRole} statement_timeout = ${timeoutMs}`);
  const pooler = await startPgBouncer(pgbouncer, direct.url);
  const pooled = await startTcpProxy(pooler.url);
  const network = combineProxies(pooled, direct);
  return {
    network,
    environment: { DATABASE_URL: pooled.url, DATABASE_DIRECT_URL: direct.url },
    async close() {
      await network.close();
      await pooler.stop();
    },
  };
}
