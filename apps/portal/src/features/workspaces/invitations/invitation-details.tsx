import { roleLabels, type MyInvitation, displayEmail } from '@portal/contract';
import { Button, formatDate } from '@portal/ui';
import type { ReactNode } from 'react';
import type { Answers } from './use-answers.ts';

export interface InvitationDetailsProps {
  invitation: MyInvitation;
  /** More about the role. */
  children?: ReactNode;
}

/** Who invites the user, in which role, and until when. */
export function InvitationDetails({ invitation, children }: InvitationDetailsProps) {
  const { inviter, inviterServiceAccount, role, expiresAt } = invitation;
  return (
    <>
      <p className="text-body wrap-anywhere">
        {inviter ? (
          <span>
            <bdi translate="no" className="font-medium text-strong">
              {inviter.nickname}
            </bdi>{' '}
            ({displayEmail(inviter.email)}) invites you
          </span>
        ) : inviterServiceAccount ? (
          <span>
            <bdi translate="no" className="font-medium text-strong">
              {inviterServiceAccount.name}
            </bdi>{' '}
            (service account) invites you
          </span>
        ) : (
          'You are invited'
        )}{' '}
        to join as {roleLabels[role]}.
      </p>
      {children}
      <p className="text-sm text-secondary">
        Valid until <time dateTime={expiresAt}>{formatDate(new Date(expiresAt))}</time>
      </p>
    </>
  );
}

export interface AnswerButtonsProps {
  invitation: MyInvitation;
  answers: Answers;
  size?: 'sm' | 'md';
}

export function AnswerButtons({ invitation, answers, size = 'md' }: AnswerButtonsProps) {
  const { workspaceName } = invitation;
  const [isAccepting, isDeclining] = [answers.isAccepting(invitation), answers.isDeclining(invitation)];
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size={size}
        variant="primary"
        aria-label={`Accept the invitation to ${workspaceName}`}
        disabled={isDeclining}
        loading={isAccepting}
        loadingText="Joining..."
        onClick={() => answers.accept(invitation)}
      >
        Accept
      </Button>
      <Button
        size={size}
        confirmClick
        aria-label={`Decline the invitation to ${workspaceName}`}
        disabled={isAccepting}
        loading={isDeclining}
        loadingText="Declining..."
        onClick={() => answers.decline(invitation)}
      >
        Decline
      </Button>
    </div>
  );
}
