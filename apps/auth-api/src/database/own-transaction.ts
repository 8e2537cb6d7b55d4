import type pg from 'pg';
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

const asError = (failure: unknown) => (failure instanceof Error ? failure : true);

/** What pg has, but doesn’t publish. */
interface Internals {
  readonly connection: { readonly stream: { destroy(error: Error): void } };
}

function breakOff(client: pg.PoolClient): void {
  const { stream } = (client as unknown as Internals).connection;
  stream.destroy(Object.assign(new Error('A transaction took too long.'), { code: 'ETIMEDOUT' }));
}
