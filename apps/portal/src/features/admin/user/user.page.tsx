import { fullNameOf } from '@portal/contract';
import { useParams } from 'react-router';
import { useGetUserForStaffQuery } from '../../../api/support.api.ts';
import { usePageSubject } from '../../../navigation/page-subject.ts';
import { StaffOnly } from '../staff-only.tsx';
import { StaleSubject, SubjectFailure, SubjectSkeleton } from '../subject-page.tsx';
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
  const failure = { what: 'User', error, onRetry: () => void refetch() };
  if (user) {
    return (
      <div className="grid grid-cols-1 gap-6">
        <StaleSubject {...failure} />
        <UserForStaff key={user.id} user={user} />
      </div>
    );
  }
  return error ? <SubjectFailure {...failure} /> : <SubjectSkeleton what="User" />;
}
