import type { DbContext } from '../../../platform/db/transaction.ts';
import { apiError } from '../../../platform/errors/api-error.ts';
import { newId } from '../../../platform/lib/ids.ts';

const leaseSeconds = 60;
const renewAfterMs = 10_000;

/**
 * Takes the lease of a user's export, and returns its id: a user runs one export at a time, across all processes. It is a row
 * instead of an advisory lock, which would keep a database connection for as long as a slow client takes. Throws
 * `ExportInProgress` if another export has the lease.
 */
export async function acquireExportLease(userId: string, { db }: DbContext): Promise<string> {
  const id = newId();
  const acquired = await db.$executeRaw`
    INSERT INTO account_exports AS lease (user_id, id, expires_at)
    VALUES (${userId}, ${id}, now() + make_interval(secs => ${leaseSeconds}))
    ON CONFLICT (user_id) DO UPDATE SET id = excluded.id, expires_at = excluded.expires_at
    WHERE lease.expires_at <= now()`;
  if (acquired === 0) throw apiError('ExportInProgress');
  return id;
}

/**
 * Renews the lease while the client reads, and releases it when the download ends or breaks off. The lease of a process that exited,
 * and of a client that reads almost nothing, expires. If another export has taken it, this one ends.
 */
export async function* withExportLease<Part>(
  id: string,
  parts: AsyncIterable<Part>,
  { db }: DbContext,
): AsyncGenerator<Part> {
  let renewedAt = performance.now();
  try {
    for await (const part of parts) {
      yield part;
      if (performance.now() - renewedAt < renewAfterMs) continue;
      if (!(await renewLease(id, { db }))) throw apiError('ExportInProgress');
      renewedAt = performance.now();
    }
  } finally {
    await db.accountExport.deleteMany({ where: { id } });
  }
}

async function renewLease(id: string, { db }: DbContext): Promise<boolean> {
  const renewed = await db.$executeRaw`
    UPDATE account_exports SET expires_at = now() + make_interval(secs => ${leaseSeconds}) WHERE id = ${id}`;
  return renewed === 1;
}
