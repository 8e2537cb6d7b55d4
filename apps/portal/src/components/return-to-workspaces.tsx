import { Button } from '@portal/ui';
import { Link } from 'react-router';
import { useUser } from '../api/session.api.ts';
import { paths } from '../lib/paths.ts';
import { savedListQuery } from '../lib/storage.ts';

/** Leads back to the list of workspaces, with the search and the filters that it had. */
export function ReturnToWorkspaces() {
  const { id: userId } = useUser();
  return (
    <Button
      size="sm"
      variant="ghost"
      icon="arrow-left"
      className="-ml-2.5"
      render={<Link to={paths.workspaces + savedListQuery(userId)}>Workspaces</Link>}
    >
      Return To Workspaces
    </Button>
  );
}
