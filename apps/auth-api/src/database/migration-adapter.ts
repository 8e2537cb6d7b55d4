import { randomUUID } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';

export interface MigrationAdapterFactory extends SqlMigrationAwareDriverAdapterFactory {
  /** The engine wraps what the database said beyond recognition; this is it as it came. */
  lastError(): unknown;
  closeAll(): Promise<void>;
}

/** The stock adapter, mended where it would not do for migrations. */
export function migrationAdapterFactory(databaseUrl: string): MigrationAdapterFactory {
  const open = new Set<SqlDriverAdapter>();
  let lastError: unknown;

  const mended = async (url: string, afterwards: () => Promise<void>): Promise<SqlDriverAdapter> => {
    // One connection: the engine takes a session's advisory lock and expects its next statement in the same session.
    const pool = new CataloguePool({ connectionString: url, max: 1 });
    const { charColumns } = pool;
    pool.on('error', (error) => (lastError = error));
    const stock = await new PrismaPg(pool).connect();
    let disposal: Promise<void> | undefined;
    const adapter: SqlDriverAdapter = {
      provider: stock.provider,
      adapterName: stock.adapterName,
      getConnectionInfo: () => stock.getConnectionInfo(),
      executeRaw: (query) => stock.executeRaw(query),
      startTransaction: (level) => stock.startTransaction(level),
      async queryRaw(query) {
        charColumns.clear();
        const result = await stock.queryRaw(query);
        const columnTypes = result.columnTypes.map((type, at) =>
          charColumns.has(at) ? ColumnTypeEnum.Character : type,
        );
        return { ...result, columnTypes };
      },
      async executeScript(script) {
        // As one query: the stock adapter cuts at every semicolon, also inside a function's body.
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
        open.delete(adapter);
        disposal ??= pool.end().then(afterwards);
        return disposal;
      },
    };
    open.add(adapter);
    return adapter;
  };

  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => mended(databaseUrl, async () => {}),
    async connectToShadowDb() {
      // The stock adapter hands out the main database here.
      const shadow = new URL(databaseUrl);
      const name = `shadow_${randomUUID().replaceAll('-', '')}`;
      shadow.pathname = `/${name}`;
      await runOn(databaseUrl, `CREATE DATABASE "${name}"`);
      return await mended(shadow.href, () => runOn(databaseUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
    },
    lastError: () => lastError,
    async closeAll() {
      await Promise.all([...open].map((adapter) => adapter.dispose()));
    },
  };
}

/**
 * The stock adapter refuses the one-byte "char" columns of PostgreSQL's catalogue. They are shown to it as text, and
 * the engine, which needs to know them, is told by the positions that are kept here.
 */
class CataloguePool extends pg.Pool {
  readonly charColumns = new Set<number>();

  constructor(config: pg.PoolConfig) {
    super(config);
    Object.assign(this, { query: (query: pg.QueryArrayConfig) => this.read(query) });
  }

  private async read(query: pg.QueryArrayConfig): Promise<pg.QueryArrayResult> {
    const CHAR: number = pg.types.builtins.CHAR;
    const result = await super.query(query);
    result.fields.forEach((field, at) => {
      if (field.dataTypeID !== CHAR) return;
      field.dataTypeID = pg.types.builtins.TEXT;
      this.charColumns.add(at);
    });
    return result;
  }
}

async function runOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
