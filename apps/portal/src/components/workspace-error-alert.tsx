import { Button, EmptyState } from '@portal/ui';
import { Link, Navigate } from 'react-router';
import { useRemovalMessage } from '../api/cache/removed-workspaces.ts';
import { toRequestError } from '../api/http/request-error.ts';
import type { FlashMessage } from '../lib/flash-message.ts';
import { paths } from '../lib/paths.ts';
import { ErrorAlert, type ErrorAlertProps } from './error-alert.tsx';

/** Whether the workspace does not exist, or the user has no access to it. A retry does not help. */
export const isWorkspaceNotFound = (error: ErrorAlertProps['error']) =>
  toRequestError(error)?.type === 'WorkspaceNotFound';

export interface WorkspaceErrorAlertProps extends Omit<ErrorAlertProps, 'action'> {
  workspaceId: string;
}

/**
 * Shows the error of loading a workspace. If the workspace is not found, the page says so and links to the list of workspaces. It redirects
 * there if the user deleted or left the workspace before.
 */
export function WorkspaceErrorAlert({ workspaceId, error, title, onRetry }: WorkspaceErrorAlertProps) {
  const message = useRemovalMessage(workspaceId);
  if (!isWorkspaceNotFound(error)) return <ErrorAlert error={error} title={title} onRetry={onRetry} />;
  if (message !== undefined)
    return <Navigate to={paths.workspaces} replace state={{ message } satisfies FlashMessage} />;
  return (
    <EmptyState
      icon="search-none"
      title={toRequestError(error)?.message}
      text="Check the link, or ask the person who sent it to invite you."
      action={
        <Button variant="primary" render={<Link to={paths.workspaces}>Go to your workspaces</Link>}>
          Go to your workspaces
        </Button>
      }
    />
  );
}
