import { roleLabels, type InvitationPreview } from '@portal/contract';
import { Alert } from '@portal/ui';
import { usePreviewInvitationLinkQuery } from '../api/invitations.api.ts';

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

/** On the way to the invitation of a link: what the user came for. Nothing unless it can still be accepted. */
export function InvitedTo({ token }: { token: string | undefined }) {
  const { data } = usePreviewInvitationLinkQuery({ body: { token: token ?? '' } }, { skip: token === undefined });
  if (!data?.invitation) return null;
  return (
    <Alert
      tone="info"
      message={
        <span>
          <InvitationSentence invitation={data.invitation} /> You return to the invitation after this page.
        </span>
      }
    />
  );
}
