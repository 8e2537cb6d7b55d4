import type { MyInvitation } from '@portal/contract';
import { useEffect, useRef } from 'react';
import { useAcceptInvitationMutation, useDeclineInvitationMutation } from '../../../api/my-invitations.api.ts';
import { toRequestError, type RequestError } from '../../../api/request-error.ts';
import { useMutationsById } from '../../../api/use-mutations-by-id.ts';
import { requiresNewLogin } from '../../../components/new-login-alert.tsx';
import { definePendingAction } from '../../../session/pending-action.ts';

export type AnsweredInvitation = Pick<MyInvitation, 'id' | 'workspaceName'>;

/** The outcome of an answer to an invitation. */
export type Answer = { readonly invitation: AnsweredInvitation } & (
  | { readonly kind: 'accepted'; readonly workspaceId: string }
  | { readonly kind: 'declined' }
  | { readonly kind: 'failed'; readonly action: 'accept' | 'decline'; readonly error: RequestError }
);

/** Whether the user must log in again to accept. That is the main action of the page then. */
export const awaitsNewLogin = (answer: Answer | undefined) =>
  answer?.kind === 'failed' && answer.action === 'accept' && requiresNewLogin(answer.error);

/** Accepts and declines invitations of the user. Calls back with each result, also if the invitation is no longer listed. */
export function useAnswers(onAnswer: (answer: Answer | undefined) => void) {
  const [accept] = useAcceptInvitationMutation();
  const [decline] = useDeclineInvitationMutation();
  const acceptances = useMutationsById();
  const rejections = useMutationsById();
  return {
    isAccepting: ({ id }: AnsweredInvitation) => acceptances.isPending(id),
    isDeclining: ({ id }: AnsweredInvitation) => rejections.isPending(id),
    accept: (invitation: AnsweredInvitation) => {
      onAnswer(undefined);
      void acceptances.run(invitation.id, async () => {
        const { data, error } = await accept({ params: { invitationId: invitation.id } });
        onAnswer(data ? { ...data, kind: 'accepted', invitation } : failure('accept', invitation, error));
        return { error };
      });
    },
    decline: (invitation: AnsweredInvitation) => {
      onAnswer(undefined);
      void rejections.run(invitation.id, async () => {
        const { data, error } = await decline({ params: { invitationId: invitation.id } });
        onAnswer(data ? { kind: 'declined', invitation } : failure('decline', invitation, error));
        return { error };
      });
    },
  };
}

function failure(
  action: 'accept' | 'decline',
  invitation: AnsweredInvitation,
  error: Parameters<typeof toRequestError>[0],
): Answer | undefined {
  const requestError = toRequestError(error);
  return requestError && { kind: 'failed', action, invitation, error: requestError };
}

export type Answers = ReturnType<typeof useAnswers>;

/** An acceptance that requires a new login, because the last one did not prove the verified email. */
export const acceptInvitationAction = definePendingAction<AnsweredInvitation>('acceptInvitation');

/** Accepts the invitation that the user accepted before the new login, once the page is ready to show the result. */
export function useResumedAcceptance({ accept }: Answers, isReady: boolean): void {
  const invitation = acceptInvitationAction.usePending();
  const wasResumed = useRef(false);
  useEffect(() => {
    if (!invitation || !isReady || wasResumed.current) return;
    wasResumed.current = true;
    accept(invitation);
  }, [invitation, isReady, accept]);
}
