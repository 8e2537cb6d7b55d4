import { Button } from '@portal/ui';
import { Link } from 'react-router';
import { internalNavigation } from '../../lib/internal-navigation.ts';
import { paths } from '../../lib/paths.ts';

/** Opens a workspace that the user has just joined. */
export function GoToWorkspaceButton({ workspaceId }: { workspaceId: string }) {
  return (
    <Button
      size="sm"
      render={
        <Link to={paths.workspaceGo(workspaceId)} state={internalNavigation}>
          Go to workspace
        </Link>
      }
    >
      Go to workspace
    </Button>
  );
}
