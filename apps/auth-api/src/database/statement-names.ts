// A statement of ours that PostgreSQL shall plan once per connection begins with its name in a comment, as in
// `/* actor-by-session */ SELECT ...`.
const ownName = /^\s*\/\* ([a-z-]+) \*\//;

/** What Prisma generates to write or lock finds its rows by their keys, so one plan is right for all values. */
const hasOnePlan = /^\s*(?:INSERT|UPDATE|DELETE)\b|\bFOR (?:NO KEY )?(?:UPDATE|SHARE)\b/;

/** PostgreSQL keeps a named statement as long as its connection, and some statements differ with each request. */
const maxNames = 500;

/**
 * Names the statements that PostgreSQL shall plan once per connection, for the `statementNameGenerator` of Prisma's adapter.
 * A statement without a name is planned each time, because the right plan depends on its values.
 */
export function statementNames(): (statement: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= maxNames) return '';
    const name = ownName.exec(sql)?.[1] ?? (hasOnePlan.test(sql) ? `prisma-${names.size}` : '');
    names.set(sql, name);
    return name;
  };
}
