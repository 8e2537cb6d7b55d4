import { SpanKind, trace, type Attributes } from '@opentelemetry/api';
import type { Span, SpanProcessor } from '@opentelemetry/sdk-trace-base';
import { withSpan } from './spans.ts';

const statementName = /^\s*\/\* ([a-z-]+) \*\/\s*/;
const operation = /\b(SELECT|INSERT|UPDATE|DELETE)\b/i;
/** The name of a table, perhaps with its schema, both perhaps in quotes. */
const table = String.raw`(?:"?\w+"?\.)?"?(\w+)"?`;
const targets: Readonly<Record<string, RegExp>> = {
  SELECT: new RegExp(String.raw`\bFROM\s+${table}`, 'i'),
  INSERT: new RegExp(String.raw`\bINTO\s+${table}`, 'i'),
  UPDATE: new RegExp(String.raw`\bUPDATE\s+${table}`, 'i'),
  DELETE: new RegExp(String.raw`\bFROM\s+${table}`, 'i'),
};

/**
 * OpenTelemetry's attributes of a statement. The summary is a name with few values that a query over traces can group by: the name
 * in the comment that the statement starts with, else its operation and first table, such as `SELECT users`. It has no values.
 */
export function statementAttributes(sql: string): { 'db.operation.name': string; 'db.query.summary': string } {
  const name = statementName.exec(sql)?.[1];
  const found = operation.exec(sql);
  const operationName = (found?.[1] ?? /\w+/.exec(sql)?.[0] ?? 'unknown').toUpperCase();
  const target = targets[operationName]?.exec(sql.slice(found?.index))?.[1];
  const summary = target === undefined ? operationName : `${operationName} ${target}`;
  return { 'db.operation.name': operationName, 'db.query.summary': name ?? summary };
}

/** Names Prisma's spans by OpenTelemetry's conventions: Prisma gives all statements one name, and no operation. */
export class DatabaseSpanProcessor implements SpanProcessor {
  onStart(span: Span): void {
    const { 'db.query.text': sql } = span.attributes;
    if (typeof sql !== 'string') return;
    const attributes = statementAttributes(sql);
    span.setAttributes(attributes);
    span.updateName(attributes['db.query.summary']);
  }

  onEnd(): void {
    // Nothing to do: the span was complete when it started.
  }

  forceFlush(): Promise<void> {
    return Promise.resolve();
  }

  shutdown(): Promise<void> {
    return Promise.resolve();
  }
}

/** Runs a statement that bypasses Prisma in a span of its own, if the request is traced. */
export function withQuerySpan<Result>(sql: string, run: () => Promise<Result>): Promise<Result> {
  if (trace.getActiveSpan()?.isRecording() !== true) return run();
  const attributes: Attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql };
  return withSpan('query', { kind: SpanKind.CLIENT, attributes }, run);
}
