import { useListQuarantinedUsersInfiniteQuery } from '../../../api/staff.api.ts';
import { LockOutSection } from './lock-out-section.tsx';

export function AccountQuarantine() {
  const pages = useListQuarantinedUsersInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const rows = pages.data?.pages
    .flatMap((page) => page.rows)
    .map(({ quarantinedAt, ...row }) => ({ ...row, at: quarantinedAt }));
  return (
    <LockOutSection
      kind="quarantine"
      title="Manage account quarantine"
      description="For suspicious activity. A quarantined person sees a notice and can only log out."
      list="Quarantined users"
      since="Quarantined At"
      rows={rows}
      pages={pages}
    />
  );
}
