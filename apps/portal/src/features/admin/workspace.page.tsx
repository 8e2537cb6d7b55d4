import { useParams } from 'react-router';
import { useGetWorkspaceForStaffQuery } from '../../api/support.api.ts';
import { usePageSubject } from '../../navigation/page-subject.ts';
import { StaffOnly } from './staff-only.tsx';
import { SubjectFailure, SubjectSkeleton } from './subject-page.tsx';
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
  if (workspace) return <WorkspaceForStaff key={workspace.workspaceId} workspace={workspace} />;
  if (!error) return <SubjectSkeleton what="Workspace" />;
  return <SubjectFailure what="Workspace" error={error} onRetry={() => void refetch()} />;
}
