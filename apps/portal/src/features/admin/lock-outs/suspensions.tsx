import { useListSuspendedUsersInfiniteQuery } from '../../../api/staff.api.ts';
import { LockOutSection } from './lock-out-section.tsx';

export function Suspensions() {
  const pages = useListSuspendedUsersInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const rows = pages.data?.pages
    .flatMap((page) => page.rows)
    .map(({ suspendedAt, ...row }) => ({ ...row, at: suspendedAt }));
  return (
    <LockOutSection
      kind="suspension"
      title="Manage user suspensions"
      description="For a payment that is due. A suspended person sees a notice and can still pay."
      list="Suspended users"
      since="Suspended At"
      rows={rows}
      pages={pages}
    />
  );
}
