import { displayEmail } from '@portal/contract';
import { Alert, Button, formatDate } from '@portal/ui';
import { Link } from 'react-router';
import { useListOwnershipOffersQuery } from '../../api/my-ownership-offers.api.ts';
import { paths } from '../../lib/paths.ts';

/** The workspaces whose ownership is offered to the user. The page of the workspace says what that means. */
export function OwnershipOffers() {
  const { data } = useListOwnershipOffersQuery();
  return data?.offers.map(({ workspaceId, workspaceName, from, expiresAt }) => (
    <Alert
      key={workspaceId}
      tone="info"
      title={`${from.nickname} (${displayEmail(from.email)}) wants to make you the owner of ${workspaceName}.`}
      message={`You can accept until ${formatDate(new Date(expiresAt))}.`}
      action={
        <Button
          size="sm"
          aria-label={`Review offer for ${workspaceName}`}
          render={<Link to={paths.workspaceSettings(workspaceId)}>Review offer</Link>}
        >
          Review offer
        </Button>
      }
    />
  ));
}
