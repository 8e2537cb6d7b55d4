import { fullNameOf, instanceEnvLabels, roleLabels, type Workspace } from '@portal/contract';
import { Badge, InitialsTile, Tooltip } from '@portal/ui';
import { memo } from 'react';
import { Link } from 'react-router';
import { internalNavigation } from '../../lib/internal-navigation.ts';
import { paths } from '../../lib/paths.ts';
import { CardActions, type CardActionsProps } from './card-actions.tsx';

/** A click anywhere on the card launches the workspace, except on its star and menu. */
export const WorkspaceCard = memo(function WorkspaceCard(props: CardActionsProps) {
  const { workspace, error } = props;
  const owner = workspace.role === 'OWNER' ? '' : fullNameOf(workspace.creatorUser);
  return (
    <article className="workspace-card group" data-hidden={workspace.isHidden || undefined}>
      <div className={`flex h-11 items-center gap-2 ${error ? 'pr-22' : 'pr-15'}`}>
        <InitialsTile id={workspace.id} name={workspace.displayName} />
        <div className="flex min-w-0 flex-wrap gap-1">
          {workspace.isDefault && <Badge tone="info">DEFAULT</Badge>}
          {workspace.isHidden && <Badge>Hidden</Badge>}
        </div>
      </div>
      <h2 className="mt-2.5 text-base font-semibold">
        <Tooltip side="bottom" content={<NameAndUrl workspace={workspace} />}>
          <Link
            to={paths.workspaceGo(workspace.id)}
            state={internalNavigation}
            className="line-clamp-2 wrap-anywhere text-strong outline-none after:absolute after:inset-0 after:rounded-lg"
          >
            {workspace.displayName}
          </Link>
        </Tooltip>
      </h2>
      <div className="mt-auto flex items-end justify-between gap-2 pt-2 text-sm text-secondary">
        <div className="grid min-w-0 gap-0.5">
          <p>Role: {roleLabels[workspace.role]}</p>
          {owner && (
            <p className="truncate" title={owner}>
              Owner: {owner}
            </p>
          )}
        </div>
        <Badge>{instanceEnvLabels[workspace.instanceEnvType]}</Badge>
      </div>
      <CardActions {...props} />
    </article>
  );
});

/** Includes the full name, because the card truncates it after two lines. */
function NameAndUrl({ workspace }: { workspace: Workspace }) {
  return (
    <>
      <span className="block wrap-anywhere">{workspace.displayName}</span>
      <span className="block font-mono">{workspace.instanceUrl}</span>
    </>
  );
}
