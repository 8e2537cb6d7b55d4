import type pg from 'pg';

/** A row of `pg_database`. Its columns differ between the versions of PostgreSQL. */
interface DatabaseLocale {
  readonly datlocprovider: 'b' | 'c' | 'i';
  readonly datcollate: string;
  readonly datctype: string;
  readonly datlocale?: string | null;
  /** Before PostgreSQL 17. */
  readonly daticulocale?: string | null;
}

/** Creates an empty database with the locale of another one, so that text is sorted and indexed as there. Without that one, with the server's. */
export async function createEmptyDatabase(admin: pg.Client, database: string, like: string): Promise<void> {
  const { rows } = await admin.query<{ row: DatabaseLocale }>(
    'SELECT to_jsonb(d) AS row FROM pg_database d WHERE datname = $1',
    [like],
  );
  const locale = rows.map(({ row }) => localeClause(row, admin)).join('');
  await admin.query(`CREATE DATABASE ${admin.escapeIdentifier(database)} TEMPLATE template0 ENCODING 'UTF8' ${locale}`);
}

function localeClause(row: DatabaseLocale, admin: pg.Client): string {
  const libc = `LC_COLLATE ${admin.escapeLiteral(row.datcollate)} LC_CTYPE ${admin.escapeLiteral(row.datctype)}`;
  const name = admin.escapeLiteral(row.datlocale ?? row.daticulocale ?? '');
  const providers = {
    b: `LOCALE_PROVIDER builtin BUILTIN_LOCALE ${name}`,
    c: 'LOCALE_PROVIDER libc',
    i: `LOCALE_PROVIDER icu ICU_LOCALE ${name}`,
  };
  return `${providers[row.datlocprovider]} ${libc}`;
}
