import type { ListedInvitation } from '@portal/contract';
import { InitialsTile, moveFocusOnUnmount } from '@portal/ui';
import { useState } from 'react';
import type { AllPages } from '../../../api/cache/use-all-pages.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { AnswerAlert } from './answer-alert.tsx';
import { AnswerButtons, InvitationDetails, type AnswerButtonsProps } from './invitation-details.tsx';
import { HiddenInvitationCard } from './hidden-invitation-card.tsx';
import { useAnswers, type Answer } from './use-answers.ts';

const noInvitations: readonly ListedInvitation[] = [];

/** The open invitations of the user, and the result of the last answer. */
export function MyInvitations({ list }: { list: AllPages<ListedInvitation> }) {
  const { rows: invitations = noInvitations, error, nextPageError, refetch, fetchNextPage } = list;
  const [answer, setAnswer] = useState<Answer>();
  const answers = useAnswers(setAnswer);
  return (
    <>
      <AnswerAlert answer={answer} />
      <ErrorAlert
        error={error ?? nextPageError}
        title="Your invitations could not be loaded"
        onRetry={nextPageError ? fetchNextPage : refetch}
      />
      {invitations.length > 0 && (
        <ul aria-label="Invitations" className="grid gap-3">
          {invitations.map((invitation) => (
            <li key={invitation.id} ref={moveFocusOnUnmount}>
              {'missingProof' in invitation ? (
                <HiddenInvitationCard invitation={invitation} />
              ) : (
                <InvitationCard {...{ invitation, answers }} />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function InvitationCard(props: AnswerButtonsProps) {
  const { invitation } = props;
  const { workspaceId, workspaceName } = invitation;
  return (
    <article className="invitation-card">
      <InitialsTile id={workspaceId} name={workspaceName} />
      <div className="min-w-0 flex-1 basis-80">
        <h2 className="text-base font-semibold wrap-anywhere text-strong">{workspaceName}</h2>
        <InvitationDetails invitation={invitation} />
      </div>
      <AnswerButtons {...props} />
    </article>
  );
}
