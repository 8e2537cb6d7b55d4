import { fullNameOf } from '@portal/contract';
import { useParams } from 'react-router';
import { useGetUserForStaffQuery } from '../../api/support.api.ts';
import { usePageSubject } from '../../navigation/page-subject.ts';
import { StaffOnly } from './staff-only.tsx';
import { SubjectFailure, SubjectSkeleton } from './subject-page.tsx';
import { UserForStaff } from './user-for-staff.tsx';

export function Component() {
  return (
    <StaffOnly>
      <UserPage />
    </StaffOnly>
  );
}

function UserPage() {
  const { userId = '' } = useParams();
  const asked = { params: { userId } };
  const { currentData: user, error, refetch } = useGetUserForStaffQuery(asked, { refetchOnMountOrArgChange: true });
  usePageSubject(user && fullNameOf(user));
  if (user) return <UserForStaff key={user.id} user={user} />;
  if (!error) return <SubjectSkeleton what="User" />;
  return <SubjectFailure what="User" error={error} onRetry={() => void refetch()} />;
}
