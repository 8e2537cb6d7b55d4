import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';

export interface MigrationAdapterFactory extends SqlMigrationAwareDriverAdapterFactory {
  /** The database's last error in its original form, which the schema engine's error does not contain. */
  lastError(): unknown;
  closeAll(): Promise<void>;
}

/** Prisma's PostgreSQL adapter with the fixes that migrations need. */
export function createMigrationAdapterFactory(databaseUrl: string): MigrationAdapterFactory {
  const openAdapters = new Set<SqlDriverAdapter>();
  let lastError: unknown;

  const openAdapter = async (url: string, afterClose: () => Promise<void>): Promise<SqlDriverAdapter> => {
    // One connection: the engine takes a session-level advisory lock and expects its next statement in the same session.
    const pool = new CatalogPool({ connectionString: url, max: 1 });
    const { charColumns } = pool;
    pool.on('error', (error) => (lastError = error));
    const prismaAdapter = await new PrismaPg(pool).connect();
    let disposal: Promise<void> | undefined;
    const adapter: SqlDriverAdapter = {
      provider: prismaAdapter.provider,
      adapterName: prismaAdapter.adapterName,
      getConnectionInfo: () => prismaAdapter.getConnectionInfo(),
      executeRaw: (query) => prismaAdapter.executeRaw(query),
      startTransaction: (level) => prismaAdapter.startTransaction(level),
      async queryRaw(query) {
        charColumns.clear();
        const result = await prismaAdapter.queryRaw(query);
        const columnTypes = result.columnTypes.map((type, index) =>
          charColumns.has(index) ? ColumnTypeEnum.Character : type,
        );
        return { ...result, columnTypes };
      },
      async executeScript(script) {
        // As one query: Prisma's adapter splits at every semicolon, even in the body of a function.
        const client = await pool.connect();
        try {
          await client.query(script);
        } catch (error) {
          lastError = error;
          throw error;
        } finally {
          client.release();
        }
      },
      dispose() {
        openAdapters.delete(adapter);
        disposal ??= pool.end().then(afterClose);
        return disposal;
      },
    };
    openAdapters.add(adapter);
    return adapter;
  };

  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => openAdapter(databaseUrl, async () => {}),
    async connectToShadowDb() {
      // Prisma's adapter would return the main database here.
      const shadow = new URL(databaseUrl);
      const name = `shadow_${randomUUID().replaceAll('-', '')}`;
      shadow.pathname = `/${name}`;
      await runSql(databaseUrl, `CREATE DATABASE "${name}"`);
      return await openAdapter(shadow.href, () =>
        runSql(databaseUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
      );
    },
    lastError: () => lastError,
    async closeAll() {
      await Promise.all([...openAdapters].map((adapter) => adapter.dispose()));
    },
  };
}

/**
 * Prisma's adapter rejects the one-byte "char" columns of PostgreSQL's catalog. This pool presents them as text and records
 * their positions, so that the schema engine still gets the right type.
 */
class CatalogPool extends pg.Pool {
  readonly charColumns = new Set<number>();

  constructor(config: pg.PoolConfig) {
    super(config);
    Object.assign(this, { query: (query: pg.QueryArrayConfig) => this.queryWithCharAsText(query) });
  }

  private async queryWithCharAsText(query: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> {
    const CHAR: number = pg.types.builtins.CHAR;
    const result = await super.query(query);
    result.fields.forEach((field, index) => {
      if (field.dataTypeID !== CHAR) return;
      field.dataTypeID = pg.types.builtins.TEXT;
      this.charColumns.add(index);
    });
    return result;
  }
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
