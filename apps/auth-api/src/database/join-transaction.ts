import { context, createContextKey } from '@opentelemetry/api';
import type pg from 'pg';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';

const toJoin = createContextKey('the connection to join');

type Connect = (...callback: unknown[]) => unknown;

/** Lets Prisma join a transaction of ours: it then gets the connection of that one, where it would begin one of its own. */
export function letPrismaJoin(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as Connect;
  const joinOrConnect: Connect = (...callback) => {
    const client = context.active().getValue(toJoin);
    return client === undefined ? connect(...callback) : Promise.resolve(within(client as pg.PoolClient));
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

interface AnyOperation {
  readonly model?: string;
  readonly operation: string;
  readonly args: unknown;
}

type Operations = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

/** Prisma in the transaction of a connection. It joins with its first statement, for that costs as much as some of ours. */
export function prismaWithin(client: pg.PoolClient, prisma: PrismaClient): PrismaWithin {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const join = () =>
    new Promise<unknown>((resolve, reject) => {
      const hold = (tx: Prisma.TransactionClient) => {
        resolve(tx);
        return ended;
      };
      context.with(context.active().setValue(toJoin, client), () => prisma.$transaction(hold)).catch(reject);
    });
  let joined: Promise<unknown> | null = null;
  const runJoined = async ({ model, operation, args }: AnyOperation) => {
    joined ??= join();
    const tx = (await joined) as Readonly<Record<string, unknown>>;
    const operations = (model === undefined ? tx : tx[fieldOf(model)]) as Operations;
    return operations[operation]?.(...(Array.isArray(args) ? (args as unknown[]) : [args]));
  };
  let db: unknown = null;
  return {
    get db() {
      // It takes and answers the same; only TypeScript sees other types.
      return (db ??= prisma.$extends({ query: { $allOperations: runJoined } })) as Prisma.TransactionClient;
    },
    end,
  };
}

const fieldOf = (model: string) => model.charAt(0).toLowerCase() + model.slice(1);
