import { Button, type ButtonProps } from '@portal/ui';
import { Link } from 'react-router';
import { internalNavigation } from '../lib/internal-navigation.ts';
import { paths } from '../lib/paths.ts';

/** Opens the instance of a workspace. */
export function GoToWorkspaceButton({
  workspaceId,
  ...props
}: { workspaceId: string } & Pick<ButtonProps, 'size' | 'variant' | 'icon'>) {
  return (
    <Button
      {...props}
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
