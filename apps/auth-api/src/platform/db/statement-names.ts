// A query that PostgreSQL should plan once per connection starts with its name in a comment, as in
// `/* actor-by-session */ SELECT ...`.
const nameComment = /^\s*\/\* ([a-z-]+) \*\//;

/** Prisma's writes and locks find their rows by keys, so one plan is right for all values. */
const singlePlanStatement = /^\s*(?:INSERT|UPDATE|DELETE)\b|\bFOR (?:NO KEY )?(?:UPDATE|SHARE)\b/;

/** PostgreSQL keeps named statements as long as the connection, and some statements differ with each request. */
const maxNames = 500;

/**
 * Names the statements that PostgreSQL should plan once per connection, for the `statementNameGenerator` of Prisma's adapter.
 * A statement without a name is planned each time, because the right plan depends on its values.
 */
export function createStatementNameGenerator(): (statement: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= maxNames) return '';
    const name = nameComment.exec(sql)?.[1] ?? (singlePlanStatement.test(sql) ? `prisma-${names.size}` : '');
    names.set(sql, name);
    return name;
  };
}
