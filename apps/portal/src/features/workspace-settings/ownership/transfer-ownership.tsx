import {
  ownershipOfferDays,
  validationMessages,
  type Member,
  type OwnershipOffer,
  type Workspace,
  displayEmail,
} from '@portal/contract';
import { Button, SelectField, Timestamp, moveFocusToSectionOnUnmount } from '@portal/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  useGetOwnershipOfferQuery,
  useOfferOwnershipMutation,
  useWithdrawOwnershipOfferMutation,
} from '../../../api/ownership.api.ts';
import { useGetMemberCredentialsQuery } from '../../../api/credentials.api.ts';
import { useUser } from '../../../api/session.api.ts';
import { ConfirmForm } from '../../../components/confirm-form.tsx';
import { TokenList } from '../../../components/ending-credentials.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { paths, transferOwnershipId } from '../../../lib/paths.ts';
import { definePendingAction } from '../../../session/pending-action.ts';
import { DangerRow } from '../shared/danger-row.tsx';
import type { ReportChange } from '../shared/report-change.ts';
import { TransferMeaning } from './transfer-meaning.tsx';

/** What the dialog opens with. It survives the new login that the API may require. */
interface OfferDraft {
  readonly userId: string;
}

const offerAction = definePendingAction<OfferDraft>('offerOwnership');

interface TransferOwnershipProps {
  workspace: Workspace;
  members: readonly Member[];
  /** Reports what the user changed. */
  onChanged: ReportChange;
}

/** Lets the owner offer the ownership to a member, and shows the open offer. */
export function TransferOwnership({ workspace, members, onChanged }: TransferOwnershipProps) {
  const params = { workspaceId: workspace.id };
  const { data, error, refetch } = useGetOwnershipOfferQuery({ params });
  const [withdraw, withdrawal] = useWithdrawOwnershipOfferMutation();
  const pending = offerAction.usePending();
  const [draft, setDraft] = useState(pending);
  const offer = data?.offer;
  const withdrawOffer = async () => {
    onChanged(undefined);
    const result = await withdraw({ params });
    if (!result.error) onChanged('The offer was withdrawn');
  };
  return (
    <DangerRow
      id={transferOwnershipId}
      title="Transfer ownership"
      description={
        offer ? (
          <OpenOffer offer={offer} />
        ) : (
          'Make another member the owner. You stay a member as Approver, and can then leave.'
        )
      }
      error={
        <>
          <ErrorAlert error={error} title="The ownership could not be loaded" onRetry={() => void refetch()} />
          <ErrorAlert error={withdrawal.error} title="The offer was not withdrawn" />
        </>
      }
      action={
        offer ? (
          <Button
            key="withdraw"
            ref={moveFocusToSectionOnUnmount}
            loading={withdrawal.isLoading}
            loadingText="Withdrawing..."
            onClick={() => void withdrawOffer()}
          >
            Withdraw offer
          </Button>
        ) : (
          <Button key="transfer" icon="users" disabled={!data} onClick={() => setDraft({ userId: '' })}>
            Transfer ownership...
          </Button>
        )
      }
    >
      {draft && !offer && (
        <OfferDialog
          workspace={workspace}
          members={members}
          initialUserId={draft.userId}
          onClose={() => setDraft(undefined)}
        />
      )}
    </DangerRow>
  );
}

function findHeading(): HTMLElement | undefined {
  const heading = document.querySelector<HTMLElement>(`#${transferOwnershipId} h3`);
  if (!heading) return undefined;
  heading.tabIndex = -1;
  return heading;
}

function OpenOffer({ offer }: { offer: OwnershipOffer }) {
  return (
    <span>
      You offered ownership to <strong translate="no">{displayEmail(offer.to.email)}</strong>. They can accept until{' '}
      <Timestamp date={offer.expiresAt} relative="disabled" showTime="minutes" />. You stay the owner unless they
      accept.
    </span>
  );
}

/** The tokens of the owner that can do less afterwards. The text above says so of all of them, so an error of this list shows nothing. */
function LimitedTokens({ workspaceId }: { workspaceId: string }) {
  const { id: userId } = useUser();
  const { currentData } = useGetMemberCredentialsQuery(
    { params: { workspaceId, userId } },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <TokenList
      title="Your API tokens that can do less"
      tokens={currentData?.limitedAuthTokens ?? []}
      count={currentData?.limitedAuthTokenCount ?? 0}
      showsPrincipals={false}
      note={
        <>
          They lose what only an owner can do. To keep a program running as it does, give it a token of a{' '}
          <Link to={paths.workspaceApiTokens(workspaceId)} className="text-link">
            service account
          </Link>{' '}
          first.
        </>
      }
    />
  );
}

interface OfferDialogProps extends Pick<TransferOwnershipProps, 'workspace' | 'members'> {
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
      // After an offer the button that opened the dialog is gone.
      fallbackFocus={findHeading}
    >
      <p>
        You offer <strong>{workspace.displayName}</strong> to a member, who has {ownershipOfferDays} days to accept.
        Nothing changes until then. If they accept:
      </p>
      <TransferMeaning reader="owner" memberRole={candidates.find((member) => member.userId === userId)?.role} />
      <LimitedTokens workspaceId={workspace.id} />
      {candidates.length === 0 ? (
        <p>This workspace has no other member. Invite one first. They can become the owner once they have joined.</p>
      ) : (
        <SelectField
          label="New owner"
          required
          placeholder="Choose a member"
          options={candidates.map(({ userId: id, nickname, email }) => ({
            value: id,
            label: `${nickname} (${displayEmail(email)})`,
          }))}
          value={userId || null}
          error={isMissing && userId === '' ? validationMessages.required : undefined}
          onChange={setUserId}
        />
      )}
    </ConfirmForm>
  );
}
