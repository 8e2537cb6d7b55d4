import { defaultWorkspaceOf } from '@portal/contract';
import { Skeleton } from '@portal/ui';
import { Navigate } from 'react-router';
import { useWorkspaces } from '../../api/workspaces.api.ts';
import { ownNavigation } from '../../navigation/own-navigation.ts';
import { paths } from '../../navigation/paths.ts';
import { FailureBox } from '../../requests/failure-box.tsx';

/** Goes to the person's default workspace, or to the list where there is none. The guard has checked the rest. */
export function Component() {
  const { rows, isWhole, error, refetch, nextPageError, fetchNextPage } = useWorkspaces();
  // Whoever chose a default has it on the first page.
  if (rows && (isWhole || rows[0]?.isDefault)) {
    const workspace = defaultWorkspaceOf(rows);
    if (!workspace) return <Navigate to={paths.workspaces} replace />;
    // A link from elsewhere may lead here, too, but it chooses neither the workspace nor a path there.
    return <Navigate to={paths.workspaceGo(workspace.id)} state={ownNavigation} replace />;
  }
  return (
    <div className="mx-auto grid max-w-form gap-4 pt-24">
      <h1 tabIndex={-1} className="text-xl">
        Redirecting to workspace...
      </h1>
      <FailureBox error={error} onRetry={refetch} />
      <FailureBox error={nextPageError} onRetry={fetchNextPage} />
      {!(error ?? nextPageError) && <Skeleton className="h-4 w-64" />}
    </div>
  );
}
