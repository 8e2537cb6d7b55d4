/** What writes or locks finds its rows by their keys, so that one plan is right for all values; a read may need another for each. */
const hasOnePlan = /^\s*(?:WITH made|INSERT|UPDATE|DELETE)\b|\bFOR (?:NO KEY )?(?:UPDATE|SHARE)\b/;

/** PostgreSQL keeps what has a name as long as its connection; some statements are as many as there are questions. */
const mostNames = 500;

/** Names statements of Prisma's by their text, so that PostgreSQL plans each once a connection; the others have no name. */
export function statementNames(): (statement: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= mostNames) return '';
    const name = hasOnePlan.test(sql) ? `prisma-${names.size}` : '';
    names.set(sql, name);
    return name;
  };
}
