import { SpanKind } from '@opentelemetry/api';
import type pg from 'pg';
import { inSpan } from '../tracing/spans.ts';

/** A statement with a name, so that PostgreSQL plans it once a connection. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

export const databaseSpan = { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } };

/** Runs a hot read past Prisma. The caller says what its columns are. */
export function readNamed<Row extends object>(
  pool: pg.Pool,
  statement: NamedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  return inSpan(statement.name, databaseSpan, async () => {
    const { rows } = await pool.query<Row>({ ...statement, values: [...values] });
    return rows;
  });
}
