import { displayEmail, type HiddenInvitation } from '@portal/contract';
import { Alert, Button } from '@portal/ui';
import { useEmailInvitationLinkMutation } from '../../../api/my-invitations.api.ts';
import { useUser } from '../../../api/session.api.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { useSettings } from '../../../lib/settings-context.ts';
import { useNewLogin } from '../../../session/use-new-login.ts';
import { Detail, NeedRow } from '../../../components/need-row.tsx';

const texts = {
  invitation: {
    title: 'An invitation',
    link: 'Open the link in the invitation email to see and accept it.',
    login: 'Confirm it’s you to see and accept it: log in again, or open the link in the invitation email.',
  },
  prepared: {
    title: 'A workspace',
    link: 'We set up a workspace for you. Open the link in the email about it to get it.',
    login:
      'We set up a workspace for you. Confirm it’s you to get it: log in again, or open the link in the email about it.',
  },
};

/** An invitation, or a workspace that support prepared: the user gets it once they have proven that the mailbox is theirs. */
export function HiddenInvitationRow({ invitation }: { invitation: HiddenInvitation }) {
  const { id, missingProof, kind = 'invitation' } = invitation;
  const { email } = useUser();
  const logInAgain = useNewLogin();
  const [emailLink, { isLoading, isSuccess, error }] = useEmailInvitationLinkMutation();
  return (
    <NeedRow
      icon="mail"
      action={
        <>
          {missingProof === 'login' && (
            <Button size="sm" variant="primary" onClick={logInAgain}>
              Log in again
            </Button>
          )}
          <Button
            size="sm"
            loading={isLoading}
            loadingText="Sending..."
            onClick={() => void emailLink({ params: { invitationId: id } })}
          >
            Email me the link
          </Button>
        </>
      }
      result={
        isSuccess ? (
          <Alert
            tone="info"
            message={
              <>
                A link is on its way to {displayEmail(email)}.{' '}
                {kind === 'prepared' ? <PreparedAdvice /> : invitationAdvice}
              </>
            }
          />
        ) : (
          <ErrorAlert error={error} title="The link was not sent" />
        )
      }
    >
      <h3 className="text-base font-medium wrap-anywhere text-strong">
        {texts[kind].title} for {displayEmail(email)}
      </h3>
      <Detail>{texts[kind][missingProof]}</Detail>
    </NeedRow>
  );
}

const invitationAdvice =
  'If no email arrives, the mailbox may have stopped invitation emails. Ask the person who invited you to copy the link for you.';

function PreparedAdvice() {
  const { supportEmail } = useSettings();
  return (
    <>
      If no email arrives,{' '}
      <a href={`mailto:${supportEmail}`} className="text-link">
        contact support
      </a>
      .
    </>
  );
}
