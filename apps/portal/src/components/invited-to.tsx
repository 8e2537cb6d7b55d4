import { intentLifetimeMinutes, roleLabels, type InvitationPreview } from '@portal/contract';
import { Alert } from '@portal/ui';
import { useState } from 'react';
import { useOpenInvitationLinkQuery, usePreviewInvitationLinkQuery } from '../api/invitations.api.ts';
import { useUser } from '../api/session.api.ts';

/** Who invites the user to which workspace, before the user has joined. */
export function InvitationSentence({ invitation }: { invitation: NonNullable<InvitationPreview['invitation']> }) {
  const { inviterName, workspaceName, role } = invitation;
  return (
    <span>
      {inviterName === null ? (
        'You are invited'
      ) : (
        <span>
          <bdi translate="no" className="font-medium">
            {inviterName}
          </bdi>{' '}
          invites you
        </span>
      )}{' '}
      to join{' '}
      <bdi translate="no" className="font-medium">
        {workspaceName}
      </bdi>{' '}
      as {roleLabels[role]}.
    </span>
  );
}

interface InvitedToProps {
  /** The invitation to which the user returns, if any. */
  saved: { readonly token: string; readonly isAccepted: boolean } | undefined;
}

/**
 * On the way to the invitation of a link: what the user came for, and what became of it. Nothing if it can no longer be accepted.
 * If the user accepted before the login, the API completes that with the terms and the verified email.
 */
export function InvitedTo({ saved }: InvitedToProps) {
  const { needsTosUpdate, emailVerified } = useUser();
  const body = { token: saved?.token ?? '' };
  const { data } = usePreviewInvitationLinkQuery({ body }, { skip: !saved });
  const preview = data?.invitation;
  // The preview ends with the acceptance.
  const [accepted, setAccepted] = useState(preview);
  if (preview && preview !== accepted) setAccepted(preview);
  const isWaiting = needsTosUpdate || !emailVerified;
  const { data: opened } = useOpenInvitationLinkQuery(
    { body },
    { skip: !saved?.isAccepted || isWaiting, refetchOnMountOrArgChange: true },
  );
  if (opened?.status === 'alreadyMember')
    return <Alert tone="success" message={<JoinedSentence invitation={accepted} />} />;
  if (!preview) return null;
  return (
    <Alert
      tone="info"
      message={
        <span>
          <InvitationSentence invitation={preview} /> {nextStep()}
        </span>
      }
    />
  );

  function nextStep(): string {
    if (saved?.isAccepted && isWaiting) return acceptedText(needsTosUpdate, emailVerified);
    if (opened?.status === 'open') return 'You have not joined yet: accept once more after this page.';
    return 'You’ll return to the invitation after this page.';
  }
}

/** The account may have another email than the invited one, which the preview does not say. */
function acceptedText(needsTosUpdate: boolean, emailVerified: boolean): string {
  const steps = [...(needsTosUpdate ? ['agree to the terms'] : []), ...(emailVerified ? [] : ['verify your email'])];
  return (
    `You accepted it. To join, ${steps.join(' and ')} within ${intentLifetimeMinutes} minutes of that. ` +
    'This account must have the invited email address.'
  );
}

function JoinedSentence({ invitation }: { invitation: InvitationPreview['invitation'] | undefined }) {
  if (!invitation) return <span>You joined the workspace that you were invited to.</span>;
  const { inviterName, workspaceName, role } = invitation;
  return (
    <span>
      You joined{' '}
      <bdi translate="no" className="font-medium">
        {workspaceName}
      </bdi>{' '}
      as {roleLabels[role]}.
      {inviterName !== null && (
        <span>
          {' '}
          <bdi translate="no" className="font-medium">
            {inviterName}
          </bdi>{' '}
          invited you.
        </span>
      )}
    </span>
  );
}
