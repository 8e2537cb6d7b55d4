import pg from 'pg';

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** The statements that PostgreSQL is asked while `work` is done, whoever asks them, by these words in them. */
export async function statementsOf(words: RegExp, work: () => PromiseLike<unknown>): Promise<Statement[]> {
  const asked: Statement[] = [];
  const { prototype } = pg.Client;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own `this`
  const query = prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  Object.assign(prototype, {
    query(this: pg.Client, ...given: unknown[]) {
      const [first, second] = given as [string | Partial<Statement>, unknown[] | undefined];
      const { text, values } = typeof first === 'string' ? { text: first, values: second } : first;
      if (text !== undefined && words.test(text)) asked.push({ text, values: values ?? second ?? [] });
      return query.apply(this, given);
    },
  });
  try {
    await work();
  } finally {
    Object.assign(prototype, { query });
  }
  return asked;
}
