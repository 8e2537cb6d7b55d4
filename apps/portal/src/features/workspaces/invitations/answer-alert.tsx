import { Alert } from '@portal/ui';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { GoToWorkspaceButton } from '../../../components/go-to-workspace-button.tsx';
import type { Answer } from './use-answers.ts';

export const joinedMessage = (workspaceName: string) => `You joined ${workspaceName}.`;

export const declinedMessage = (workspaceName: string) => `You declined the invitation to ${workspaceName}.`;

/** The outcome of an answer to an invitation. */
export function AnswerAlert({ answer }: { answer: Answer | undefined }) {
  if (!answer) return null;
  const { workspaceName } = answer.invitation;
  if (answer.kind === 'declined') return <Alert tone="info" message={declinedMessage(workspaceName)} />;
  if (answer.kind === 'failed') {
    const outcome = answer.action === 'accept' ? 'accepted' : 'declined';
    return <ErrorAlert error={answer.error} title={`The invitation to ${workspaceName} was not ${outcome}`} />;
  }
  return (
    <Alert
      tone="success"
      message={joinedMessage(workspaceName)}
      action={<GoToWorkspaceButton size="sm" workspaceId={answer.workspaceId} />}
    />
  );
}
