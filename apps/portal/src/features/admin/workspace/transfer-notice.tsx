import { objectionHours, type OwnershipReassignment, displayEmail } from '@portal/contract';
import { Alert, Button, Timestamp } from '@portal/ui';
import { Link } from 'react-router';
import { useCancelReassignmentMutation, useConfirmReassignmentMutation } from '../../../api/admin.api.ts';
import { useUser } from '../../../api/session.api.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { NewLoginAlert } from '../../../components/new-login-alert.tsx';
import { paths } from '../../../lib/paths.ts';
import { useNewLogin } from '../../../session/use-new-login.ts';

interface TransferNoticeProps {
  workspaceId: string;
  transfer: OwnershipReassignment;
}

/** A pending change of the owner: who, why, when, and whether the owner knows of it. */
export function TransferNotice({ workspaceId, transfer }: TransferNoticeProps) {
  const { id, to, reason, requestedBy, confirmedBy, needsConfirmation } = transfer;
  const { id: userId } = useUser();
  const logInAgain = useNewLogin();
  const params = { workspaceId };
  const [cancel, { error, isLoading }] = useCancelReassignmentMutation();
  const [confirm, confirmation] = useConfirmReassignmentMutation();
  const isOwnRequest = requestedBy?.userId === userId;
  return (
    <div className="grid gap-3">
      <ErrorAlert error={error} title="The change was not cancelled" />
      <NewLoginAlert error={confirmation.error} title="The change was not confirmed" onLogIn={() => logInAgain()} />
      <Alert
        tone="warning"
        title={
          <>
            <Link to={paths.adminUser(to.userId)} className="text-link">
              {displayEmail(to.email)}
            </Link>{' '}
            becomes the owner
          </>
        }
        message={
          <>
            <span className="block">
              <EffectiveTime transfer={transfer} />
            </span>
            <span className="block">
              {requestedBy && <span>{`Requested by ${displayEmail(requestedBy.email)}. `}</span>}
              {confirmedBy && <span>{`Confirmed by ${displayEmail(confirmedBy.email)}. `}</span>}
              <span>Reason: {reason}</span>
            </span>
          </>
        }
        action={
          <>
            {needsConfirmation && !isOwnRequest && (
              <Button
                size="sm"
                confirmClick
                aria-label="Confirm change"
                loading={confirmation.isLoading}
                loadingText="Confirming..."
                onClick={() => void confirm({ params, body: { reassignmentId: id } })}
              >
                Confirm change
              </Button>
            )}
            <Button size="sm" loading={isLoading} loadingText="Cancelling..." onClick={() => void cancel({ params })}>
              Cancel change
            </Button>
          </>
        }
      />
    </div>
  );
}

function EffectiveTime({
  transfer: { from, effectiveAt, isOwnerNotified, needsConfirmation },
}: Pick<TransferNoticeProps, 'transfer'>) {
  if (needsConfirmation && isOwnerNotified)
    return `The member of staff who requested or confirmed the change no longer has access. Another member of staff has to confirm the change. The ${objectionHours} hours start again then.`;
  if (needsConfirmation)
    return `We can’t email ${displayEmail(from.email)}, so the owner can’t object. Another member of staff has to confirm the change. The ${objectionHours} hours start then.`;
  if (effectiveAt === null)
    return `The email to ${displayEmail(from.email)} is being sent. The 72 hours start when it is accepted.`;
  return (
    <span>
      Takes effect <Timestamp date={effectiveAt} relative="disabled" showTime="minutes" />
      {isOwnerNotified
        ? `, unless ${displayEmail(from.email)} objects by the link in our email.`
        : `. We can’t email ${displayEmail(from.email)}, so the owner was not notified.`}
    </span>
  );
}
