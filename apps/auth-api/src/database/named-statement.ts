import { SpanKind } from '@opentelemetry/api';
import type pg from 'pg';
import { inSpan } from '../tracing/spans.ts';
import { NamedQuery } from './named-query.ts';

/** A statement with a name, so that PostgreSQL plans it once a connection. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  /** The right plan differs with the values, so PostgreSQL makes one each time. */
  readonly plansDiffer?: boolean;
}

/** Runs a statement as plain SQL, past Prisma. The caller says what its columns are. */
export type RunNamed = <Row extends object>(statement: NamedStatement, values: readonly unknown[]) => Promise<Row[]>;

export const databaseSpan = { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } };

/** Runs statements on a connection, or on any of a pool. */
export const namedOn =
  (connection: pg.Pool | pg.ClientBase): RunNamed =>
  <Row extends object>({ name, text, plansDiffer = false }: NamedStatement, values: readonly unknown[]) =>
    inSpan(name, databaseSpan, () => run(new NamedQuery<Row>(plansDiffer ? '' : name, text, values), connection));

type Ask<Row extends object> = (
  query: NamedQuery<Row>,
  whenDone: (failure: Error | null | undefined, done: NamedQuery<Row>) => void,
) => void;

const run = <Row extends object>(query: NamedQuery<Row>, connection: pg.Pool | pg.ClientBase) =>
  new Promise<Row[]>((resolve, reject) => {
    const ask = connection.query.bind(connection) as unknown as Ask<Row>;
    // What was done may be another one: see open-pool.ts.
    ask(query, (failure, done) => (failure ? reject(failure) : resolve(done.rows)));
  }).catch(fromHere);

/** What comes from the socket names nobody: from here on, its stack names who asked. */
function fromHere(failure: unknown): never {
  if (failure instanceof Error) Error.captureStackTrace(failure);
  throw failure;
}
