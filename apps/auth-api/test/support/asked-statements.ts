import { jest } from '@jest/globals';
import pg from 'pg';

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** The statements that PostgreSQL is asked while `work` is done, whoever asks them, by these words in them. */
export async function statementsOf(words: RegExp, work: () => PromiseLike<unknown>): Promise<Statement[]> {
  const query = jest.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const calls: unknown[][] = query.mock.calls;
    return calls.map(statementIn).filter(({ text }) => words.test(text));
  } finally {
    query.mockRestore();
  }
}

/** `query` takes a text with values, or an object; pg calls its own cursors and copies by objects without a text. */
function statementIn([first, second]: unknown[]): Statement {
  const { text = '', values } = typeof first === 'string' ? { text: first } : (first as Partial<Statement>);
  return { text, values: values ?? (second as unknown[] | undefined) ?? [] };
}
