import { displayEmail, type Member, type OwnershipOffer, type Workspace } from '@portal/contract';
import { Button, Timestamp, moveFocusToSectionOnUnmount } from '@portal/ui';
import { lazy, Suspense, useState } from 'react';
import { useGetOwnershipOfferQuery, useWithdrawOwnershipOfferMutation } from '../../../api/ownership.api.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { transferOwnershipId } from '../../../lib/paths.ts';
import { definePendingAction } from '../../../session/pending-action.ts';
import { DangerRow } from '../shared/danger-row.tsx';
import type { ReportChange } from '../shared/report-change.ts';

const OfferDialog = lazy(() => import('./offer-dialog.tsx'));

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
  const reauthenticate = offerAction.useReauthenticate();
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
          'Make another member the owner. You stay a member as an approver, and can then leave.'
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
      <Suspense fallback={null}>
        {draft && !offer && (
          <OfferDialog
            workspace={workspace}
            members={members}
            initialUserId={draft.userId}
            onLogIn={reauthenticate}
            onClose={() => setDraft(undefined)}
          />
        )}
      </Suspense>
    </DangerRow>
  );
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
