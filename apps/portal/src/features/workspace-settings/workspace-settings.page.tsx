import { useEffect, useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { useUser } from '../../api/session.api.ts';
import { newWorkspaceId } from '../../lib/paths.ts';
import { CreateWorkspace } from './create-workspace.tsx';
import { ExistingWorkspace } from './existing-workspace.tsx';
import {
  clearReturnPath,
  isVisitingInstance,
  ReturnedFromInstanceContext,
  savedReturnPath,
} from './instance-visit-state.tsx';

export function Component() {
  const { workspaceId = newWorkspaceId } = useParams();
  if (workspaceId === newWorkspaceId) return <CreateWorkspace />;
  return <SettingsOrReturn key={workspaceId} workspaceId={workspaceId} />;
}

/** An instance always redirects back to this page, even if the user had opened another page before the browser left. */
function SettingsOrReturn({ workspaceId }: { workspaceId: string }) {
  // React Router uses this key for the first location of a document.
  const isFirstLocation = useLocation().key === 'default';
  const { id: userId } = useUser();
  const [returnPath] = useState(() => (isFirstLocation ? savedReturnPath({ userId, workspaceId }) : null));
  const [hasReturned] = useState(() => isFirstLocation && isVisitingInstance({ userId, workspaceId }));
  useEffect(clearReturnPath, []);
  if (returnPath) return <Navigate to={returnPath} replace />;
  return (
    <ReturnedFromInstanceContext value={hasReturned}>
      <ExistingWorkspace workspaceId={workspaceId} />
    </ReturnedFromInstanceContext>
  );
}
