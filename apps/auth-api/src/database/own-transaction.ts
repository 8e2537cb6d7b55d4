import pg from 'pg';
import { Fault } from '../fault.ts';

/**
 * Does work in a transaction on one connection: all of it happens, or none. One that takes longer than it may loses its
 * connection, so that nothing of it is ever committed.
 */
export async function onOneConnection<Result>(
  pool: pg.Pool,
  limitMs: number,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const overdue = setTimeout(() => breakOff(client), limitMs);
  try {
    await client.query('BEGIN');
    const result = await work(client);
    const { command } = await client.query('COMMIT');
    if (command !== 'COMMIT') throw new Fault('A transaction went on after one of its statements had failed.');
    client.release();
    return result;
  } catch (error) {
    client.release(await client.query('ROLLBACK').then(() => false, asError));
    throw error;
  } finally {
    clearTimeout(overdue);
  }
}

/** Asks on one connection. pg's own `pool.query` ends it for any failure; here one outlives what PostgreSQL refuses. */
export async function onAnyConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(isRefusal(error) ? false : asError(error));
    throw error;
  }
}

const isRefusal = (error: unknown) => error instanceof pg.DatabaseError && error.severity === 'ERROR';

const asError = (failure: unknown) => (failure instanceof Error ? failure : true);

/** What pg has, but doesn’t publish. */
interface Internals {
  readonly connection: { readonly stream: { destroy(error: Error): void } };
}

function breakOff(client: pg.PoolClient): void {
  const { stream } = (client as unknown as Internals).connection;
  stream.destroy(Object.assign(new Error('A transaction took too long.'), { code: 'ETIMEDOUT' }));
}
