import type pg from 'pg';
import { singleRow } from './single-row.ts';

/** A custom session parameter. PostgreSQL accepts any name that contains a dot. */
const directSessionParameter = 'auth_api.direct_session';

/**
 * Adds `options` to a database URL, with a parameter that only PostgreSQL itself stores: a pooler such as PgBouncer rejects or
 * drops it. Keeps the options that the URL already has.
 */
export function withSessionOptions(url: string, ...options: readonly string[]): string {
  const direct = new URL(url);
  const existing = direct.searchParams.get('options') ?? '';
  direct.searchParams.set('options', [existing, ...options, `-c ${directSessionParameter}=on`].join(' ').trim());
  return direct.href;
}

/** Whether a pooler dropped the options of a connection whose URL `withSessionOptions` created. */
export async function isBehindPooler(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ direct: string | null }>('SELECT current_setting($1, true) AS direct', [
    directSessionParameter,
  ]);
  return singleRow(rows).direct !== 'on';
}

/** Whether a pooler rejected a connection because of its options. */
export const isSessionOptionsRejection = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('unsupported startup parameter');
