import { envNames, fullNameOf, roleLabels, type Workspace } from '@portal/contract';
import { Badge, InitialsTile, Tooltip } from '@portal/ui';
import { memo } from 'react';
import { Link } from 'react-router';
import { ownNavigation } from '../../navigation/own-navigation.ts';
import { paths } from '../../navigation/paths.ts';
import { CardActions, type CardActionsProps } from './card-actions.tsx';

/** The whole card launches the workspace; star and menu lie above it. */
export const WorkspaceCard = memo(function WorkspaceCard(props: CardActionsProps) {
  const { workspace, failure } = props;
  const owner = workspace.role === 'OWNER' ? '' : fullNameOf(workspace.creatorUser);
  return (
    <article className="workspace-card group" data-hidden={workspace.isHidden || undefined}>
      <div className={`flex h-11 items-center gap-2 ${failure ? 'pr-22' : 'pr-15'}`}>
        <InitialsTile id={workspace.id} name={workspace.displayName} />
        <div className="flex min-w-0 flex-wrap gap-1">
          {workspace.isDefault && <Badge tone="info">DEFAULT</Badge>}
          {workspace.isHidden && <Badge>Hidden</Badge>}
        </div>
      </div>
      <h2 className="mt-2.5 text-base font-semibold">
        <Tooltip side="bottom" content={<Address workspace={workspace} />}>
          <Link
            to={paths.workspaceGo(workspace.id)}
            state={ownNavigation}
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
        <Badge>{envNames[workspace.instanceEnvType]}</Badge>
      </div>
      <CardActions {...props} />
    </article>
  );
});

/** The name in full, too: the card cuts it after two lines. */
function Address({ workspace }: { workspace: Workspace }) {
  return (
    <>
      <span className="block wrap-anywhere">{workspace.displayName}</span>
      <span className="block font-mono">{workspace.instanceUrl}</span>
    </>
  );
}
