import { jest } from '@jest/globals';
import pg from 'pg';

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** The SQL statements that this process sends to PostgreSQL during `work` and that match the pattern. */
export async function recordStatements(pattern: RegExp, work: () => PromiseLike<unknown>): Promise<Statement[]> {
  const query = jest.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const calls: unknown[][] = query.mock.calls;
    return calls.map(toStatement).filter(({ text }) => pattern.test(text));
  } finally {
    query.mockRestore();
  }
}

/** `query` takes a text with values, or an object. pg passes its own cursors and copies as objects without a text. */
function toStatement([first, second]: unknown[]): Statement {
  const { text = '', values } = typeof first === 'string' ? { text: first } : (first as Partial<Statement>);
  return { text, values: values ?? (second as unknown[] | undefined) ?? [] };
}
