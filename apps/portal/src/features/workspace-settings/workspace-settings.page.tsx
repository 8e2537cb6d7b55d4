import { useParams } from 'react-router';
import { newWorkspaceId } from '../../navigation/paths.ts';
import { CreateWorkspace } from './create-workspace.tsx';
import { ExistingWorkspace } from './existing-workspace.tsx';

export function Component() {
  const { workspaceId = newWorkspaceId } = useParams();
  if (workspaceId === newWorkspaceId) return <CreateWorkspace />;
  return <ExistingWorkspace key={workspaceId} workspaceId={workspaceId} />;
}
