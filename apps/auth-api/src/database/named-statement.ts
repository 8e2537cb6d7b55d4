import { SpanKind } from '@opentelemetry/api';
import type pg from 'pg';
import { inSpan } from '../tracing/spans.ts';

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
  (connection: Pick<pg.ClientBase, 'query'>): RunNamed =>
  <Row extends object>(statement: NamedStatement, values: readonly unknown[]) =>
    inSpan(statement.name, databaseSpan, async () => {
      const { name, text, plansDiffer = false } = statement;
      const { rows } = await connection.query<Row>({ text, values: [...values], ...(!plansDiffer && { name }) });
      return rows;
    });
