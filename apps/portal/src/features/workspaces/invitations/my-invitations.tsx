import type { MyInvitation } from '@portal/contract';
import { InitialsTile, moveFocusOnUnmount } from '@portal/ui';
import { useState } from 'react';
import { ErrorAlert, type ErrorAlertProps } from '../../../components/error-alert.tsx';
import { AnswerAlert } from './answer-alert.tsx';
import { AnswerButtons, InvitationDetails, type AnswerButtonsProps } from './invitation-details.tsx';
import { useAnswers, type Answer } from './use-answers.ts';

const noInvitations: readonly MyInvitation[] = [];

export interface MyInvitationsProps {
  query: {
    readonly data?: readonly MyInvitation[] | undefined;
    readonly error?: ErrorAlertProps['error'];
    readonly refetch: () => unknown;
  };
}

/** The open invitations of the user, and the result of the last answer. */
export function MyInvitations({ query: { data: invitations = noInvitations, error, refetch } }: MyInvitationsProps) {
  const [answer, setAnswer] = useState<Answer>();
  const answers = useAnswers(setAnswer);
  return (
    <>
      <AnswerAlert answer={answer} />
      <ErrorAlert error={error} title="Your invitations could not be loaded" onRetry={() => void refetch()} />
      {invitations.length > 0 && (
        <ul aria-label="Invitations" className="grid gap-3">
          {invitations.map((invitation) => (
            <li key={invitation.id} ref={moveFocusOnUnmount}>
              <InvitationCard invitation={invitation} answers={answers} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function InvitationCard({ invitation, answers }: AnswerButtonsProps) {
  const { id, workspaceName } = invitation;
  return (
    <article className="invitation-card">
      <InitialsTile id={id} name={workspaceName} />
      <div className="min-w-0 flex-1 basis-80">
        <h2 className="text-base font-semibold wrap-anywhere text-strong">{workspaceName}</h2>
        <InvitationDetails invitation={invitation} />
      </div>
      <AnswerButtons invitation={invitation} answers={answers} />
    </article>
  );
}
