import { defaultWorkspaceOf } from '@portal/contract';
import { Skeleton } from '@portal/ui';
import { Navigate } from 'react-router';
import { useWorkspaces } from '../../api/workspaces.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { internalNavigation } from '../../lib/internal-navigation.ts';
import { paths } from '../../lib/paths.ts';

/** Launches the default workspace of the user, or redirects to the list if there is none. */
export function Component() {
  const { rows, isComplete, error, refetch, nextPageError, fetchNextPage } = useWorkspaces();
  // The API returns the chosen default workspace on the first page.
  if (rows && (isComplete || rows[0]?.isDefault)) {
    const workspace = defaultWorkspaceOf(rows);
    if (!workspace) return <Navigate to={paths.workspaces} replace />;
    // A link on another site may also open this page, but it cannot choose the workspace or the path.
    return <Navigate to={paths.workspaceGo(workspace.id)} state={internalNavigation} replace />;
  }
  return (
    <div className="mx-auto grid max-w-form gap-4 pt-24">
      <h1 tabIndex={-1} className="text-xl">
        Redirecting to workspace...
      </h1>
      <ErrorAlert error={error} onRetry={refetch} />
      <ErrorAlert error={nextPageError} onRetry={fetchNextPage} />
      {!(error ?? nextPageError) && <Skeleton className="h-4 w-64" />}
    </div>
  );
}
