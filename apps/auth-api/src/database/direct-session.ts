import type pg from 'pg';

/** A session parameter of ours. PostgreSQL accepts any name that contains a dot. */
const directSession = 'auth_api.direct_session';

/**
 * The `options` of a direct connection: they set a parameter that only PostgreSQL itself stores. A pooler such as PgBouncer
 * refuses or drops it. Options that the URL already contains stay.
 */
export function withSessionOptions(url: string, ...options: readonly string[]): string {
  const direct = new URL(url);
  const given = direct.searchParams.get('options') ?? '';
  direct.searchParams.set('options', [given, ...options, `-c ${directSession}=on`].join(' ').trim());
  return direct.href;
}

/** Whether a pooler dropped the options of this connection, whose URL `withSessionOptions` made. */
export async function isPooled(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ direct: string | null }>('SELECT current_setting($1, true) AS direct', [
    directSession,
  ]);
  return rows[0]?.direct !== 'on';
}

/** Whether a pooler refused a connection because of its options. */
export const refusesSessionOptions = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('unsupported startup parameter');
