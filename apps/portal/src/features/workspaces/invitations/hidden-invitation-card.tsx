import { displayEmail, type HiddenInvitation } from '@portal/contract';
import { Alert, Button, Icon } from '@portal/ui';
import { useEmailInvitationLinkMutation } from '../../../api/my-invitations.api.ts';
import { useUser } from '../../../api/session.api.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { useNewLogin } from '../../../session/use-new-login.ts';

/** An invitation that the user sees once they have proven that the mailbox is theirs. */
export function HiddenInvitationCard({ invitation: { id, missingProof } }: { invitation: HiddenInvitation }) {
  const { email } = useUser();
  const logInAgain = useNewLogin();
  const [emailLink, { isLoading, isSuccess, error }] = useEmailInvitationLinkMutation();
  const suffices = missingProof === 'login';
  return (
    <article className="invitation-card">
      <Icon name="mail" size={28} className="text-empty-icon" />
      <div className="min-w-0 flex-1 basis-80">
        <h2 className="text-base font-semibold wrap-anywhere text-strong">An invitation for {displayEmail(email)}</h2>
        <p className="text-body">
          {suffices
            ? 'Log in again, or open the link in the invitation email, to see and accept it.'
            : 'Open the link in the invitation email to see and accept it.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {suffices && (
          <Button variant="primary" onClick={logInAgain}>
            Log in again
          </Button>
        )}
        <Button
          loading={isLoading}
          loadingText="Sending..."
          onClick={() => void emailLink({ params: { invitationId: id } })}
        >
          Email me the link
        </Button>
      </div>
      {isSuccess && (
        <div className="basis-full">
          <Alert
            tone="info"
            message={`A link is on its way to ${displayEmail(email)}. If no email arrives, the mailbox may have stopped invitation emails. Ask the person who invited you to copy the link for you.`}
          />
        </div>
      )}
      {error && (
        <div className="basis-full">
          <ErrorAlert error={error} title="The link was not sent" />
        </div>
      )}
    </article>
  );
}
