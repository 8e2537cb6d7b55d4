import { useParams } from 'react-router';
import { useGetWorkspaceForStaffQuery } from '../../../api/support.api.ts';
import { usePageSubject } from '../../../navigation/page-subject.ts';
import { StaffOnly } from '../staff-only.tsx';
import { StaleSubject, SubjectFailure, SubjectSkeleton } from '../subject-page.tsx';
import { WorkspaceForStaff } from './workspace-for-staff.tsx';

export function Component() {
  return (
    <StaffOnly>
      <WorkspacePage />
    </StaffOnly>
  );
}

function WorkspacePage() {
  const { workspaceId = '' } = useParams();
  const asked = { params: { workspaceId } };
  const {
    currentData: workspace,
    error,
    refetch,
  } = useGetWorkspaceForStaffQuery(asked, { refetchOnMountOrArgChange: true });
  usePageSubject(workspace?.displayName);
  const failure = { what: 'Workspace', error, onRetry: () => void refetch() };
  if (workspace) {
    return (
      <div className="grid grid-cols-1 gap-6">
        <StaleSubject {...failure} />
        <WorkspaceForStaff key={workspace.workspaceId} workspace={workspace} />
      </div>
    );
  }
  return error ? <SubjectFailure {...failure} /> : <SubjectSkeleton what="Workspace" />;
}
