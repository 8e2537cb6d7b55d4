import { displayEmail, type OwnershipOffer, type OwnershipOfferResult, type Workspace } from '@portal/contract';
import { Alert, Button, moveFocusOnUnmount, Timestamp } from '@portal/ui';
import { useState } from 'react';
import {
  useAcceptOwnershipMutation,
  useDeclineOwnershipMutation,
  useGetOwnershipOfferQuery,
} from '../../../api/ownership.api.ts';
import { useUser } from '../../../api/session.api.ts';
import { ConfirmForm } from '../../../components/confirm-form.tsx';
import { TokenList } from '../../../components/ending-credentials.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { definePendingAction } from '../../../session/pending-action.ts';
import { TransferMeaning } from './transfer-meaning.tsx';

const acceptAction = definePendingAction<true>('acceptOwnership');

interface OwnershipOfferNoticeProps {
  workspace: Workspace;
  onAccepted: () => void;
  onDeclined: () => void;
}

/** Shows the member to whom the ownership is offered what it means, with the buttons to answer. */
export function OwnershipOfferNotice(props: OwnershipOfferNoticeProps) {
  const { data } = useGetOwnershipOfferQuery({ params: { workspaceId: props.workspace.id } });
  const { id: ownId } = useUser();
  const offer = data?.offer;
  if (offer?.to.userId !== ownId) return null;
  return <OpenOffer {...props} offer={offer} remaining={data?.remaining} />;
}

interface OpenOfferProps extends OwnershipOfferNoticeProps {
  offer: OwnershipOffer;
  remaining: OwnershipOfferResult['remaining'];
}

function OpenOffer({ workspace, offer, remaining, onAccepted, onDeclined }: OpenOfferProps) {
  const [sendDecline, declining] = useDeclineOwnershipMutation();
  const decline = async () => {
    const { error } = await sendDecline({ params: { workspaceId: workspace.id } });
    if (!error) onDeclined();
  };
  const isPending = acceptAction.usePending() ?? false;
  const [isAccepting, setAccepting] = useState(isPending);
  return (
    <div ref={moveFocusOnUnmount} className="grid gap-3">
      <ErrorAlert error={declining.error} title="The offer was not declined" />
      <Alert
        tone="info"
        title={`${offer.from.nickname} (${displayEmail(offer.from.email)}) wants to make you the owner of this workspace.`}
        message={
          <span>
            You can accept until <Timestamp date={offer.expiresAt} relative="disabled" showTime="minutes" />.
          </span>
        }
        action={
          <>
            <Button
              size="sm"
              confirmClick
              loading={declining.isLoading}
              loadingText="Declining..."
              onClick={() => void decline()}
            >
              Decline
            </Button>
            <Button size="sm" variant="primary" onClick={() => setAccepting(true)}>
              Accept...
            </Button>
          </>
        }
      />
      {isAccepting && <AcceptDialog {...{ workspace, remaining, onAccepted }} onClose={() => setAccepting(false)} />}
    </div>
  );
}

interface AcceptDialogProps extends Pick<OpenOfferProps, 'workspace' | 'remaining' | 'onAccepted'> {
  onClose: () => void;
}

function AcceptDialog({ workspace, remaining, onAccepted, onClose }: AcceptDialogProps) {
  const [accept, { error, isLoading }] = useAcceptOwnershipMutation();
  const reauthenticate = acceptAction.useReauthenticate();
  const submit = async () => {
    const { data } = await accept({ params: { workspaceId: workspace.id } });
    if (data) onAccepted();
  };
  return (
    <ConfirmForm
      title="Become the owner?"
      confirmLabel="Become the owner"
      confirmVariant="primary"
      loading={isLoading}
      loadingText="Accepting..."
      error={error}
      onSubmit={submit}
      onLogIn={() => reauthenticate(true)}
      onClose={onClose}
    >
      <p>
        You become responsible for <strong>{workspace.displayName}</strong>:
      </p>
      <TransferMeaning reader="member" memberRole={workspace.role} />
      {remaining && (
        <TokenList
          title="API tokens of service accounts that keep working"
          tokens={remaining.authTokens}
          count={remaining.authTokenCount}
          showsPrincipals
          note="Others may still have their secrets. You can rotate them after you accept."
        />
      )}
    </ConfirmForm>
  );
}
