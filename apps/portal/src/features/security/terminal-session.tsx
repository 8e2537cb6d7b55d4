import type { UserSession } from '@portal/contract';
import { Timestamp } from '@portal/ui';
import { useWorkspaces } from '../../api/workspaces.api.ts';
import { describeScopes } from '../../lib/describe-scopes.ts';

export interface TerminalSessionProps {
  terminal: NonNullable<UserSession['terminal']>;
}

/** What a terminal login can do, where, and until when. */
export function TerminalSession({ terminal: { scopes, workspaceIds, expiresAt } }: TerminalSessionProps) {
  return (
    <>
      <p className="text-sm text-secondary wrap-anywhere">
        {scopes.length === 0
          ? 'Can only read your profile and the list of your workspaces'
          : `Can ${describeScopes(scopes)}`}
      </p>
      <p className="text-sm text-secondary wrap-anywhere">
        Workspaces:{' '}
        {workspaceIds === null ? 'all, also those that you join later' : <WorkspaceNames ids={workspaceIds} />}
      </p>
      <p className="text-sm text-secondary">
        Ends on <Timestamp date={expiresAt} relative="disabled" /> at the latest
      </p>
    </>
  );
}

/** The names of the workspaces that the user still has, and the number of the others. */
function WorkspaceNames({ ids }: { ids: readonly string[] }) {
  const { rows, isComplete } = useWorkspaces();
  const names = (rows ?? []).filter(({ id }) => ids.includes(id)).map(({ displayName }) => displayName);
  const otherCount = ids.length - names.length;
  if (rows === undefined) return String(ids.length);
  const others = otherCount > 0 && (isComplete ? `${otherCount} that you left` : `${otherCount} more`);
  return [...names, ...(others ? [others] : [])].join(', ');
}
