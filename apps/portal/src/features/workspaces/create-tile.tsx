import { Icon } from '@portal/ui';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

export function CreateTile() {
  return (
    <Link to={paths.newWorkspace} className="create-tile">
      <Icon name="plus" size={20} />
      Create New Workspace
    </Link>
  );
}
