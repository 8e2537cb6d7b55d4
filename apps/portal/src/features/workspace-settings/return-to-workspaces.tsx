import { Button } from '@portal/ui';
import { Link } from 'react-router';
import { paths } from '../../navigation/paths.ts';

export function ReturnToWorkspaces() {
  return (
    <Button icon="arrow-left" render={<Link to={paths.workspaces}>Workspaces</Link>}>
      Return To Workspaces
    </Button>
  );
}
