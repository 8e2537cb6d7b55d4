import { context, createContextKey } from '@opentelemetry/api';
import type pg from 'pg';
import { Fault } from '../fault.ts';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';

const toJoin = createContextKey('the connection to join');

/** A connection that Prisma is to join, and whether it asked for it. */
interface ToJoin {
  readonly client: pg.PoolClient;
  isTaken: boolean;
}

type Connect = (...callback: unknown[]) => unknown;

/** Lets Prisma join a transaction of ours: it then gets the connection of that one, where it would begin one of its own. */
export function letPrismaJoin(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as Connect;
  const joinOrConnect: Connect = (...callback) => {
    const ours = context.active().getValue(toJoin) as ToJoin | undefined;
    if (!ours) return connect(...callback);
    ours.isTaken = true;
    return Promise.resolve(within(ours.client));
  };
  Object.assign(pool, { connect: joinOrConnect });
}

const oursToDo = ['BEGIN', 'COMMIT', 'ROLLBACK'];
const nothing = { rows: [], fields: [], rowCount: 0 };

/** A connection that begins, ends and releases nothing: whoever opened it does. */
const within = (client: pg.PoolClient) => ({
  query: (query: pg.QueryConfig) => (oursToDo.includes(query.text) ? Promise.resolve(nothing) : client.query(query)),
  on: () => undefined,
  removeListener: () => undefined,
  release: () => undefined,
});

/** Prisma's part in a transaction of ours. */
export interface PrismaWithin {
  readonly db: Prisma.TransactionClient;
  /** Tells Prisma that it is over, however it ended. */
  end(): void;
}

type Operations = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** Prisma in the transaction of a connection. It joins with its first statement, for that costs as much as some of ours. */
export function prismaWithin(client: pg.PoolClient, prisma: PrismaClient): PrismaWithin {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const join = () =>
    new Promise<unknown>((resolve, reject) => {
      const ours: ToJoin = { client, isTaken: false };
      const hold = (tx: Prisma.TransactionClient) => {
        // Else what Prisma writes would stay where ours is undone.
        if (!ours.isTaken) throw new Fault('Prisma began a transaction of its own.');
        resolve(tx);
        return ended;
      };
      context.with(context.active().setValue(toJoin, ours), () => prisma.$transaction(hold)).catch(reject);
    });
  let joined: Promise<unknown> | null = null;
  const run =
    (operation: string, model?: string) =>
    async (...args: readonly unknown[]) => {
      joined ??= join();
      const tx = await joined;
      const operations = (model === undefined ? tx : (tx as Record<string, unknown>)[model]) as Operations;
      return operations[operation]?.(...args);
    };
  const ofModel = (model: string) => new Proxy({}, { get: (_, operation: string) => run(operation, model) });
  // Stands for the transaction until that has begun, so that nobody has to wait for one that is not needed.
  const db = new Proxy(
    {},
    { get: (_, name) => (String(name).startsWith('$') ? run(String(name)) : ofModel(String(name))) },
  );
  return { db: db as Prisma.TransactionClient, end };
}
