import { defaultWorkspaceOf } from '@portal/contract';
import { Button, ErrorBox, Skeleton } from '@portal/ui';
import { Navigate } from 'react-router';
import { useListWorkspacesQuery } from '../../api/workspaces.api.ts';
import { asFailure } from '../../http/failure.ts';
import { paths } from '../../navigation/paths.ts';

/** Goes to the person's default workspace, or to the list where there is none. The guard has checked the rest. */
export function Component() {
  const { data, error, refetch } = useListWorkspacesQuery();
  const failure = asFailure(error);
  if (data) {
    const workspace = defaultWorkspaceOf(data);
    return <Navigate to={workspace ? paths.workspaceGo(workspace.id) : paths.workspaces} replace />;
  }
  return (
    <div className="mx-auto grid max-w-form gap-4 pt-24">
      <h1 tabIndex={-1} className="text-xl">
        Redirecting to workspace...
      </h1>
      {failure ? (
        <ErrorBox
          message={failure.message}
          requestId={failure.requestId}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      ) : (
        <Skeleton className="h-4 w-64" />
      )}
    </div>
  );
}
