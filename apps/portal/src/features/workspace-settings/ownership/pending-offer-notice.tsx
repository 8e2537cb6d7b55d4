import { displayEmail } from '@portal/contract';
import { Alert, Button, Timestamp } from '@portal/ui';
import { Link } from 'react-router';
import { useGetOwnershipOfferQuery } from '../../../api/ownership.api.ts';
import { paths } from '../../../lib/paths.ts';

/** Shows the owner at the top of the page that an offer is open. */
export function PendingOfferNotice({ workspaceId }: { workspaceId: string }) {
  const { data } = useGetOwnershipOfferQuery({ params: { workspaceId } });
  const offer = data?.offer;
  if (!offer) return null;
  return (
    <Alert
      tone="info"
      title="Your ownership offer is open"
      message={
        <span>
          <bdi translate="no">{offer.to.nickname}</bdi> (<span translate="no">{displayEmail(offer.to.email)}</span>) can
          accept until <Timestamp date={offer.expiresAt} relative="disabled" showTime="minutes" />.
        </span>
      }
      action={
        <Button size="sm" render={<Link to={paths.transferOwnership(workspaceId)} />}>
          Go to the offer
        </Button>
      }
    />
  );
}
