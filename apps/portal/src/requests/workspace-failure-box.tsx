import { Button } from '@portal/ui';
import { Link, Navigate } from 'react-router';
import { asFailure } from '../http/failure.ts';
import { useEndOf, type EndTold } from '../navigation/ended-workspace.ts';
import { paths } from '../navigation/paths.ts';
import { FailureBox, type FailureBoxProps } from './failure-box.tsx';

/** Whether a workspace is gone, or gone for this person: asking again is no use. */
export const isGone = (error: FailureBoxProps['error']) => asFailure(error)?.type === 'WorkspaceNotFound';

export interface WorkspaceFailureBoxProps extends Omit<FailureBoxProps, 'action'> {
  workspaceId: string;
}

/**
 * Why something of a workspace could not be loaded. Where the workspace is gone it offers the list, and leads there where
 * the user deleted or left it before.
 */
export function WorkspaceFailureBox({ workspaceId, error, title, onRetry }: WorkspaceFailureBoxProps) {
  const ended = useEndOf(workspaceId);
  if (!isGone(error)) return <FailureBox error={error} title={title} onRetry={onRetry} />;
  if (ended !== undefined) return <Navigate to={paths.workspaces} replace state={{ ended } satisfies EndTold} />;
  return (
    <FailureBox
      error={error}
      action={
        <Button size="sm" render={<Link to={paths.workspaces}>Go to your workspaces</Link>}>
          Go to your workspaces
        </Button>
      }
    />
  );
}
