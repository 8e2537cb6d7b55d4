import { Alert, Button } from '@portal/ui';
import { Link } from 'react-router';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { internalNavigation } from '../../../lib/internal-navigation.ts';
import { paths } from '../../../lib/paths.ts';
import { useNewLogin } from '../../../session/use-new-login.ts';
import type { Answer } from './use-answers.ts';

export const joinedMessage = (workspaceName: string) => `You joined ${workspaceName}.`;

export const declinedMessage = (workspaceName: string) => `You declined the invitation to ${workspaceName}.`;

/** Says what became of an answer to an invitation. */
export function AnswerAlert({ answer }: { answer: Answer | undefined }) {
  if (!answer) return null;
  const { workspaceName } = answer.invitation;
  if (answer.kind === 'declined') return <Alert tone="info" message={declinedMessage(workspaceName)} />;
  if (answer.kind === 'failed') return <FailedAnswer {...answer} />;
  return (
    <Alert
      tone="success"
      message={joinedMessage(workspaceName)}
      action={
        <Button
          size="sm"
          render={
            <Link to={paths.workspaceGo(answer.workspaceId)} state={internalNavigation}>
              Go to workspace
            </Link>
          }
        >
          Go to workspace
        </Button>
      }
    />
  );
}

function FailedAnswer({ action, error, invitation: { workspaceName } }: Answer & { readonly kind: 'failed' }) {
  const logIn = useNewLogin();
  if (error.type === 'FreshLoginRequired') {
    return (
      <Alert
        tone="warning"
        message={`Log in again to confirm your email, then join ${workspaceName}.`}
        action={
          <Button size="sm" onClick={logIn}>
            Log in again
          </Button>
        }
      />
    );
  }
  const outcome = action === 'accept' ? 'accepted' : 'declined';
  return <ErrorAlert error={error} title={`The invitation to ${workspaceName} was not ${outcome}`} />;
}
