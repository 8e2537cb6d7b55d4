import {
  ownershipOfferDays,
  validationMessages,
  type Member,
  type OwnershipOffer,
  type Workspace,
} from '@portal/contract';
import { Button, Card, moveFocusOnUnmount, SelectField, Timestamp } from '@portal/ui';
import { useState } from 'react';
import {
  useGetOwnershipOfferQuery,
  useOfferOwnershipMutation,
  useWithdrawOwnershipOfferMutation,
} from '../../api/ownership.api.ts';
import { ConfirmForm } from '../../components/confirm-form.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { transferOwnershipId } from '../../lib/paths.ts';
import { definePendingAction } from '../../session/pending-action.ts';
import { TransferMeaning } from './transfer-meaning.tsx';
import { useScrollTarget } from './use-scroll-target.ts';

/** What the dialog opens with. It survives the new login that the API may require. */
interface OfferDraft {
  readonly userId: string;
}

const offerAction = definePendingAction<OfferDraft>('offerOwnership');

interface TransferOwnershipProps {
  workspace: Workspace;
  members: readonly Member[];
}

/** Lets the owner offer the ownership to a member, and shows the open offer. */
export function TransferOwnership({ workspace, members }: TransferOwnershipProps) {
  const params = { workspaceId: workspace.id };
  const { data, error, refetch } = useGetOwnershipOfferQuery({ params });
  const pending = offerAction.usePending();
  const [draft, setDraft] = useState(pending);
  const offer = data?.offer;
  return (
    <section ref={useScrollTarget(transferOwnershipId)} id={transferOwnershipId}>
      <Card
        title="Transfer ownership"
        description="Make another member the owner. You stay a member as Approver, and can then leave."
      >
        <div className="grid justify-items-start gap-3">
          <ErrorAlert error={error} title="The ownership could not be loaded" onRetry={() => void refetch()} />
          {offer ? (
            <OpenOffer workspace={workspace} offer={offer} />
          ) : (
            <Button icon="users" disabled={!data} onClick={() => setDraft({ userId: '' })}>
              Transfer ownership...
            </Button>
          )}
        </div>
        {draft && !offer && (
          <OfferDialog
            workspace={workspace}
            members={members}
            initialUserId={draft.userId}
            onClose={() => setDraft(undefined)}
          />
        )}
      </Card>
    </section>
  );
}

function OpenOffer({ workspace, offer }: { workspace: Workspace; offer: OwnershipOffer }) {
  const [withdraw, { error, isLoading }] = useWithdrawOwnershipOfferMutation();
  return (
    <>
      <ErrorAlert error={error} title="The offer was not withdrawn" />
      <p>
        You offered the ownership to <strong>{offer.to.email}</strong>. They can accept until{' '}
        <Timestamp date={offer.expiresAt} relative="disabled" showTime="minutes" />. You stay the owner unless they
        accept.
      </p>
      <Button
        ref={moveFocusOnUnmount}
        loading={isLoading}
        loadingText="Withdrawing..."
        onClick={() => void withdraw({ params: { workspaceId: workspace.id } })}
      >
        Withdraw offer
      </Button>
    </>
  );
}

interface OfferDialogProps extends TransferOwnershipProps {
  initialUserId: string;
  onClose: () => void;
}

function OfferDialog({ workspace, members, initialUserId, onClose }: OfferDialogProps) {
  const [offer, { error, isLoading }] = useOfferOwnershipMutation();
  const reauthenticate = offerAction.useReauthenticate();
  const [userId, setUserId] = useState(initialUserId);
  const [isMissing, setMissing] = useState(false);
  // A pending member has not accepted the invitation yet.
  const candidates = members.filter(({ role, pending }) => role !== 'OWNER' && !pending);
  const submit = async () => {
    if (userId === '') {
      setMissing(true);
      return;
    }
    const { data } = await offer({ params: { workspaceId: workspace.id }, body: { userId } });
    if (data) onClose();
  };
  return (
    <ConfirmForm
      title="Transfer ownership?"
      confirmLabel="Offer ownership"
      confirmVariant="primary"
      loading={isLoading}
      loadingText="Offering..."
      error={error}
      onSubmit={submit}
      onLogIn={() => reauthenticate({ userId })}
      onClose={onClose}
    >
      <p>
        The member has {ownershipOfferDays} days to accept, and nothing changes until then. What the transfer of{' '}
        <strong>{workspace.displayName}</strong> means:
      </p>
      <TransferMeaning reader="owner" />
      {candidates.length === 0 ? (
        <p>This workspace has no other member. Invite one first; they can become the owner once they have joined.</p>
      ) : (
        <SelectField
          label="New owner"
          required
          placeholder="Choose a member"
          options={candidates.map((member) => ({ value: member.userId, label: member.email }))}
          value={userId || null}
          error={isMissing && userId === '' ? validationMessages.required : undefined}
          onChange={setUserId}
        />
      )}
    </ConfirmForm>
  );
}
