import type { MyInvitation } from '@portal/contract';
import { useAcceptInvitationMutation, useDeclineInvitationMutation } from '../../../api/my-invitations.api.ts';
import { toRequestError, type RequestError } from '../../../api/http/request-error.ts';
import { useMutationsById } from '../../../api/cache/use-mutations-by-id.ts';

export type AnsweredInvitation = Pick<MyInvitation, 'id' | 'workspaceName' | 'role'>;

/** The outcome of an answer to an invitation. */
export type Answer = { readonly invitation: AnsweredInvitation } & (
  | { readonly kind: 'accepted'; readonly workspaceId: string }
  | { readonly kind: 'declined' }
  | { readonly kind: 'failed'; readonly action: 'accept' | 'decline'; readonly error: RequestError }
);

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
        const { data, error } = await accept({
          params: { invitationId: invitation.id },
          body: { role: invitation.role },
        });
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
