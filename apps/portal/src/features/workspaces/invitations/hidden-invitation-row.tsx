import { displayEmail, type HiddenInvitation } from '@portal/contract';
import { Alert, Button } from '@portal/ui';
import { useState } from 'react';
import { toRequestError, type RequestError } from '../../../api/http/request-error.ts';
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
  invitations: {
    title: 'invitations',
    link: 'Open the links in the invitation emails to see and accept them.',
    login: 'Confirm it’s you to see and accept them: log in again, or open the links in the invitation emails.',
  },
  prepared: {
    title: 'A workspace',
    link: 'We set up a workspace for you. Open the link in the email about it to get it.',
    login:
      'We set up a workspace for you. Confirm it’s you to get it: log in again, or open the link in the email about it.',
  },
};

export interface HiddenInvitationRowProps {
  missingProof: HiddenInvitation['missingProof'];
  kind: keyof typeof texts;
  /** One, or those that differ in nothing that the user may see. */
  ids: readonly string[];
}

/** An invitation, or a workspace that support prepared: the user gets it once they have proven that the mailbox is theirs. */
export function HiddenInvitationRow({ missingProof, kind, ids }: HiddenInvitationRowProps) {
  const { email } = useUser();
  const logInAgain = useNewLogin();
  const [emailLink] = useEmailInvitationLinkMutation();
  const [isSending, setIsSending] = useState(false);
  const [sentIds, setSentIds] = useState<readonly string[]>([]);
  const [error, setError] = useState<RequestError>();
  const isSent = ids.every((id) => sentIds.includes(id));
  const isOne = ids.length === 1;
  const send = async () => {
    setIsSending(true);
    setError(undefined);
    // One at a time, so that the limit of emails stops the others. Those that were sent are not sent again.
    for (const id of isSent ? ids : ids.filter((each) => !sentIds.includes(each))) {
      const result = await emailLink({ params: { invitationId: id } });
      if (result.error) {
        setError(toRequestError(result.error));
        break;
      }
      setSentIds((sent) => [...sent, id]);
    }
    setIsSending(false);
  };
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
          <Button size="sm" loading={isSending} loadingText="Sending..." onClick={() => void send()}>
            {isOne ? 'Email me the link' : 'Email me the links'}
          </Button>
        </>
      }
      result={
        isSent && !error && !isSending ? (
          <Alert
            tone="info"
            message={
              <>
                {isOne ? 'A link is' : `${ids.length} links are`} on {isOne ? 'its' : 'their'} way to{' '}
                {displayEmail(email)}. {kind === 'prepared' ? <PreparedAdvice /> : invitationAdvice}
              </>
            }
          />
        ) : (
          <ErrorAlert error={error} title={isOne ? 'The link was not sent' : 'Not all links were sent'} />
        )
      }
    >
      <h3 className="text-base font-medium wrap-anywhere text-strong">
        {!isOne && ids.length} {texts[kind].title} for {displayEmail(email)}
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
