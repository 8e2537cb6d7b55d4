import { Button } from '@portal/ui';
import { Link } from 'react-router';
import { paths } from '../lib/paths.ts';

export function ReturnToWorkspaces() {
  return (
    <Button
      size="sm"
      variant="ghost"
      icon="arrow-left"
      className="-ml-2.5"
      render={<Link to={paths.workspaces}>Workspaces</Link>}
    >
      Return To Workspaces
    </Button>
  );
}
