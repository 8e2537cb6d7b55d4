import { queryOnce } from '../database.ts';
import { startTcpProxy, together, type TcpProxy } from '../support/tcp-proxy.ts';
import { startPgBouncer } from './pgbouncer.ts';

/** What is between a process of the API and PostgreSQL, and how the process is told of it. */
interface WayToDatabase {
  readonly network: TcpProxy;
  readonly environment: Record<string, string>;
  close(): Promise<void>;
}

interface Wishes {
  /** The program of PgBouncer, if the way leads past it. */
  readonly pgbouncer: string | undefined;
  readonly waitMs: number;
}

/** From the API's login at this address, and by the owner's made ready for a pooler if there is one. */
export async function wayToDatabase(
  url: string,
  ownerUrl: string,
  { pgbouncer, waitMs }: Wishes,
): Promise<WayToDatabase> {
  const direct = await startTcpProxy(url);
  if (pgbouncer === undefined) {
    return { network: direct, environment: { DATABASE_URL: direct.url }, close: () => direct.close() };
  }
  const set = `ALTER ROLE ${new URL(url).username} SET`;
  await queryOnce(ownerUrl, `${set} TimeZone = 'UTC'; ${set} statement_timeout = ${waitMs}`);
  const pooler = await startPgBouncer(pgbouncer, direct.url);
  const pooled = await startTcpProxy(pooler.url);
  const network = together(pooled, direct);
  return {
    network,
    environment: { DATABASE_URL: pooled.url, DATABASE_DIRECT_URL: direct.url },
    async close() {
      await network.close();
      await pooler.stop();
    },
  };
}
