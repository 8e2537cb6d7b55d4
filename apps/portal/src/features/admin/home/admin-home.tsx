import { useGetStaffHomeQuery } from '../../../api/admin.api.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { RecentUsers } from '../search/recent-users.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import { NeedsYou } from './needs-you.tsx';
import { SignUpsOfWeek } from './sign-ups-of-week.tsx';

/** What needs staff, the sign-ups of the week, and the users that were opened last. Each read writes an audit entry. */
export function AdminHome() {
  const { data: home, error, refetch } = useGetStaffHomeQuery();
  return (
    <div className="overview-columns">
      <div className="grid min-w-0 gap-6">
        <ErrorAlert error={error} title="The admin home could not be loaded" onRetry={() => void refetch()} />
        {home && <NeedsYou home={home} />}
        {!home && !error && <HomeSkeleton title="Needs you" />}
        {home && <SignUpsOfWeek {...home.signUps} />}
        {!home && !error && <HomeSkeleton title="Signups" />}
      </div>
      <RecentUsers />
    </div>
  );
}
