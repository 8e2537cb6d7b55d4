import { useEffect, useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { useUser } from '../../api/session.api.ts';
import { newWorkspaceId } from '../../navigation/paths.ts';
import { CreateWorkspace } from './create-workspace.tsx';
import { ExistingWorkspace } from './existing-workspace.tsx';
import { forgetReturn, isOnTrip, returnLeft, SentBackContext } from './place-left.tsx';

export function Component() {
  const { workspaceId = newWorkspaceId } = useParams();
  if (workspaceId === newWorkspaceId) return <CreateWorkspace />;
  return <OrReturn key={workspaceId} workspaceId={workspaceId} />;
}

/** An instance sends the browser back here, also where the user had gone to another page before it left. */
function OrReturn({ workspaceId }: { workspaceId: string }) {
  // The router's key of a document that was just loaded from elsewhere.
  const isArrival = useLocation().key === 'default';
  const { id: userId } = useUser();
  const [returnTo] = useState(() => (isArrival ? returnLeft({ userId, workspaceId }) : null));
  const [isSentBack] = useState(() => isArrival && isOnTrip({ userId, workspaceId }));
  useEffect(forgetReturn, []);
  if (returnTo) return <Navigate to={returnTo} replace />;
  return (
    <SentBackContext value={isSentBack}>
      <ExistingWorkspace workspaceId={workspaceId} />
    </SentBackContext>
  );
}
