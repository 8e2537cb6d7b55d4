import { useEffect, useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { useUser } from '../../api/session.api.ts';
import { newWorkspaceId } from '../../lib/paths.ts';
import { CreateWorkspace } from './details/create-workspace.tsx';
import { ExistingWorkspace } from './existing-workspace.tsx';
import { clearReturnPath, savedReturnPath, VisitOutcomeContext } from './details/instance-visit-state.tsx';
import { useVisitOutcome } from './details/use-visit-outcome.ts';

export function Component() {
  const { workspaceId = newWorkspaceId } = useParams();
  if (workspaceId === newWorkspaceId) return <CreateWorkspace />;
  return <SettingsOrReturn key={workspaceId} workspaceId={workspaceId} />;
}

/** An instance that can be reached redirects back to this page, even if the user had opened another page before the browser left. */
function SettingsOrReturn({ workspaceId }: { workspaceId: string }) {
  // React Router uses this key for the first location of a document.
  const isFirstLocation = useLocation().key === 'default';
  const { id: userId } = useUser();
  const [returnPath] = useState(() => (isFirstLocation ? savedReturnPath({ userId, workspaceId }) : null));
  const outcome = useVisitOutcome(workspaceId);
  useEffect(clearReturnPath, []);
  if (returnPath) return <Navigate to={returnPath} replace />;
  return (
    <VisitOutcomeContext value={outcome}>
      <ExistingWorkspace workspaceId={workspaceId} />
    </VisitOutcomeContext>
  );
}
