import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';

interface ServiceAccountHintProps {
  workspaceId: string;
  /** Only the owner creates service accounts. */
  isOwner: boolean;
}

/** How a program keeps running when the member whose token it uses leaves. */
export const ServiceAccountHint = ({ workspaceId, isOwner }: ServiceAccountHintProps) =>
  isOwner ? (
    <>
      Programs that must keep running need a token of a{' '}
      <Link to={paths.workspaceApiTokens(workspaceId)} className="text-link">
        service account
      </Link>
      , which stays when members leave.
    </>
  ) : (
    'Programs that must keep running need a token of a service account. Ask the owner for one before you continue.'
  );
