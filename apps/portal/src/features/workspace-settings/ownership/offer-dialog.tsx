import { displayEmail, ownershipOfferDays, validationMessages, type Member, type Workspace } from '@portal/contract';
import { Avatar, ComboboxField } from '@portal/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { useGetMemberCredentialsQuery } from '../../../api/credentials.api.ts';
import { useOfferOwnershipMutation } from '../../../api/ownership.api.ts';
import { useUser } from '../../../api/session.api.ts';
import { ConfirmForm } from '../../../components/confirm-form.tsx';
import { TokenList } from '../../../components/ending-credentials.tsx';
import { paths, transferOwnershipId } from '../../../lib/paths.ts';
import { TransferMeaning } from './transfer-meaning.tsx';

function findHeading(): HTMLElement | undefined {
  const heading = document.querySelector<HTMLElement>(`#${transferOwnershipId} h3`);
  if (!heading) return undefined;
  heading.tabIndex = -1;
  return heading;
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

export interface OfferDialogProps {
  workspace: Workspace;
  members: readonly Member[];
  initialUserId: string;
  onLogIn: (draft: { userId: string }) => void;
  onClose: () => void;
}

/** Lets the owner choose to whom to offer the ownership. */
export default function OfferDialog({ workspace, members, initialUserId, onLogIn, onClose }: OfferDialogProps) {
  const [offer, { error, isLoading }] = useOfferOwnershipMutation();
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
      onLogIn={() => onLogIn({ userId })}
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
        <ComboboxField
          label="New owner"
          required
          placeholder="Choose a member"
          emptyText="No members match."
          options={candidates.map(({ userId: id, nickname, email }) => ({
            value: id,
            label: `${nickname} (${displayEmail(email)})`,
            picture: <Avatar id={id} name={nickname} size={24} />,
          }))}
          value={userId || null}
          error={isMissing && userId === '' ? validationMessages.required : undefined}
          onChange={(id) => setUserId(id ?? '')}
        />
      )}
    </ConfirmForm>
  );
}
