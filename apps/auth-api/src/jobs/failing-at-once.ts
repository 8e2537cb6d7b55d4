import type pg from 'pg';
import { Fault } from '../fault.ts';

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/**
 * The same pool without the codes by which graphile-worker would try to connect again by itself: it pauses up to three
 * minutes, and can't be stopped meanwhile.
 */
export function failingAtOnce(pool: pg.Pool): pg.Pool {
  const connect = (connected?: Connected) => {
    if (!connected) return pool.connect().catch((error: unknown) => Promise.reject(withoutCode(error)));
    pool.connect((error, client, done) => connected(error && withoutCode(error), client, done));
    return undefined;
  };
  return new Proxy(pool, {
    get: (target, name) => (name === 'connect' ? connect : (Reflect.get(target, name) as unknown)),
  });
}

const withoutCode = (error: unknown) => new Fault('There is no connection to the database.', { cause: error });
