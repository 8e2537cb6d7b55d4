import { markErased } from '@portal/contract';

interface AuditPage<Entry> {
  readonly entries: Entry[];
  readonly next: string | null;
}

/** For calls that return audit entries: a value that was erased says so. */
export const toAuditPage = <Entry extends { erased?: string[] | undefined }>({
  entries,
  next,
}: AuditPage<Entry>): AuditPage<Entry> => ({ entries: entries.map((entry) => markErased(entry)), next });
