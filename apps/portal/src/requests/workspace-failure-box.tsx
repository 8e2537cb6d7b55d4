import { Button } from '@portal/ui';
import { asFailure } from '../http/failure.ts';
import { Link } from '../navigation/link.tsx';
import { paths } from '../navigation/paths.ts';
import { FailureBox, type FailureBoxProps } from './failure-box.tsx';

/** Whether a workspace is gone, or gone for this person: asking again is no use. */
export const isGone = (error: FailureBoxProps['error']) => asFailure(error)?.type === 'WorkspaceNotFound';

/** Why something of a workspace could not be loaded: where the workspace is gone it leads back to the list. */
export function WorkspaceFailureBox({ error, title, onRetry }: Omit<FailureBoxProps, 'action'>) {
  if (!isGone(error)) return <FailureBox error={error} title={title} onRetry={onRetry} />;
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
