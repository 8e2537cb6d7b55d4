import { Alert } from '@portal/ui';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { NewLoginAlert } from '../../../components/new-login-alert.tsx';
import { GoToWorkspaceButton } from '../../../components/go-to-workspace-button.tsx';
import { acceptInvitationAction, type Answer } from './use-answers.ts';

export const joinedMessage = (workspaceName: string) => `You joined ${workspaceName}.`;

export const declinedMessage = (workspaceName: string) => `You declined the invitation to ${workspaceName}.`;

/** The outcome of an answer to an invitation. */
export function AnswerAlert({ answer }: { answer: Answer | undefined }) {
  if (!answer) return null;
  const { workspaceName } = answer.invitation;
  if (answer.kind === 'declined') return <Alert tone="info" message={declinedMessage(workspaceName)} />;
  if (answer.kind === 'failed') return <FailedAnswer {...answer} />;
  return (
    <Alert
      tone="success"
      message={joinedMessage(workspaceName)}
      action={<GoToWorkspaceButton size="sm" workspaceId={answer.workspaceId} />}
    />
  );
}

function FailedAnswer({ action, error, invitation: { id, workspaceName } }: Answer & { readonly kind: 'failed' }) {
  const reauthenticate = acceptInvitationAction.useReauthenticate();
  if (action === 'decline')
    return <ErrorAlert error={error} title={`The invitation to ${workspaceName} was not declined`} />;
  return (
    <NewLoginAlert
      error={error}
      title={`The invitation to ${workspaceName} was not accepted`}
      message={`Log in again to join ${workspaceName}.`}
      onLogIn={() => reauthenticate({ id, workspaceName })}
    />
  );
}
