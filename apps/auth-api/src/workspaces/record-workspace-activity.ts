import type { Services } from '../services.ts';

/** Stores that a workspace is in use, at most every five minutes. The request does not wait for it. */
export function recordWorkspaceActivity(workspaceId: string, { db, log }: Pick<Services, 'db' | 'log'>): void {
  db.$executeRaw`
    UPDATE workspaces SET last_active_at = now()
    WHERE id = ${workspaceId} AND (last_active_at IS NULL OR last_active_at < now() - interval '5 minutes')`.catch(
    (error: unknown) => log.warn({ err: error }, 'could not record the use of a workspace'),
  );
}
