import type { OwnershipReassignment } from '@portal/contract';
import { Alert, Button, Timestamp } from '@portal/ui';
import { Link } from 'react-router';
import { useCancelReassignmentMutation } from '../../../api/admin.api.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { paths } from '../../../lib/paths.ts';

interface OwnerChangeNoticeProps {
  workspaceId: string;
  ownerChange: OwnershipReassignment;
}

/** A pending change of the owner: who, why, when, and whether the owner knows of it. */
export function OwnerChangeNotice({ workspaceId, ownerChange }: OwnerChangeNoticeProps) {
  const { to, reason, requestedBy } = ownerChange;
  const [cancel, { error, isLoading }] = useCancelReassignmentMutation();
  return (
    <div className="grid gap-3">
      <ErrorAlert error={error} title="The change was not cancelled" />
      <Alert
        tone="warning"
        title={
          <>
            <Link to={paths.adminUser(to.userId)} className="text-link">
              {to.email}
            </Link>{' '}
            becomes the owner
          </>
        }
        message={
          <>
            <span className="block">
              <EffectiveTime ownerChange={ownerChange} />
            </span>
            <span className="block">
              {requestedBy && `Requested by ${requestedBy.email}. `}Reason: {reason}
            </span>
          </>
        }
        action={
          <Button
            size="sm"
            loading={isLoading}
            loadingText="Cancelling..."
            onClick={() => void cancel({ params: { workspaceId } })}
          >
            Cancel change
          </Button>
        }
      />
    </div>
  );
}

function EffectiveTime({
  ownerChange: { from, effectiveAt, isOwnerNotified },
}: Pick<OwnerChangeNoticeProps, 'ownerChange'>) {
  if (effectiveAt === null) return `The email to ${from.email} is being sent. The 72 hours start when it is accepted.`;
  return (
    <>
      Takes effect <Timestamp date={effectiveAt} relative="disabled" showTime="minutes" />
      {isOwnerNotified
        ? `, unless ${from.email} objects by the link in our email.`
        : `. We can’t email ${from.email}, so the owner was not notified.`}
    </>
  );
}
