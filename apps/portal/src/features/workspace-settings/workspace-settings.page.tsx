import { useEffect, useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { useUser } from '../../api/session.api.ts';
import { useBrowser } from '../../lib/browser.ts';
import { newWorkspaceId } from '../../lib/paths.ts';
import { CreateWorkspace } from './details/create-workspace.tsx';
import { ExistingWorkspace } from './existing-workspace.tsx';
import {
  clearReturnPath,
  isVisitingInstance,
  savedReturnPath,
  VisitOutcomeContext,
  type VisitOutcome,
} from './details/instance-visit-state.tsx';

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
  const { isBackNavigation } = useBrowser();
  const [outcome] = useState<VisitOutcome>(() => {
    // After Back, the location has the key that it had before the browser left.
    const isBack = isBackNavigation();
    if (!(isFirstLocation || isBack) || !isVisitingInstance({ userId, workspaceId })) return undefined;
    return isBack ? 'failed' : 'returned';
  });
  useEffect(clearReturnPath, []);
  if (returnPath) return <Navigate to={returnPath} replace />;
  return (
    <VisitOutcomeContext value={outcome}>
      <ExistingWorkspace workspaceId={workspaceId} />
    </VisitOutcomeContext>
  );
}
