import { defaultWorkspaceOf, type Workspace } from '@portal/contract';
import { Alert } from '@portal/ui';
import { GoToWorkspaceButton } from '../../components/go-to-workspace-button.tsx';
import type { FlashMessage } from '../../lib/flash-message.ts';

/** Explains where the next login leads without the removed default workspace, and how to choose another default. */
function newDefaultMessage(remaining: readonly Workspace[], listed: readonly Workspace[]): string {
  const next = defaultWorkspaceOf(remaining);
  const target = next ? `in ${next.displayName}${next.isHidden ? ' (hidden)' : ''}` : 'on this page';
  const message = `After logging in, you now land ${target}.`;
  const hasOther = listed.some(({ id }) => id !== next?.id);
  return hasOther ? `${message} To choose another, use “Make default” in a workspace’s menu.` : message;
}

export interface RemovedWorkspaceNoticeProps {
  removal: FlashMessage;
  /** All remaining workspaces, when they are loaded. */
  remaining: readonly Workspace[] | undefined;
  /** The workspaces that are listed. */
  listed: readonly Workspace[];
}

/** Confirms that the user deleted, left or joined a workspace, or declined an invitation. */
export function RemovedWorkspaceNotice({ removal, remaining, listed }: RemovedWorkspaceNoticeProps) {
  const hasNoDefault = remaining && removal.removedDefault && !remaining.some(({ isDefault }) => isDefault);
  const message = hasNoDefault ? `${removal.message} ${newDefaultMessage(remaining, listed)}` : removal.message;
  const { joinedWorkspaceId } = removal;
  if (joinedWorkspaceId === undefined) return <Alert tone="info" message={message} />;
  return (
    <Alert
      tone="success"
      message={message}
      action={<GoToWorkspaceButton size="sm" workspaceId={joinedWorkspaceId} />}
    />
  );
}
