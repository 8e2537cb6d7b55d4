import { fullNameOf, instanceEnvLabels, roleLabels, type Workspace } from '@portal/contract';
import { Badge, InitialsTile, RelativeTime, Tooltip } from '@portal/ui';
import { memo } from 'react';
import { Link } from 'react-router';
import { internalNavigation } from '../../lib/internal-navigation.ts';
import { paths } from '../../lib/paths.ts';
import { tabStopProps } from './use-arrow-keys.ts';
import { CardActions, type CardActionsProps } from './card-actions.tsx';

export interface WorkspaceItemProps extends CardActionsProps {
  /** Whether the list has workspaces of several types. Then those that we do not manage show theirs. */
  showType: boolean;
}

/** A click anywhere on the card launches the workspace, except on its star and menu. */
export const WorkspaceCard = memo(function WorkspaceCard(props: WorkspaceItemProps) {
  const { workspace, error } = props;
  const { id, displayName, description, instanceUrl, isHidden } = workspace;
  return (
    <article className="workspace-card" data-hidden={isHidden || undefined}>
      <div className={`flex items-center gap-3 ${error ? 'pr-20' : 'pr-13'}`}>
        <InitialsTile id={id} name={displayName} />
        <h2 className="min-w-0 text-base/5 font-semibold">
          <LaunchLink {...props} className="line-clamp-2" />
        </h2>
      </div>
      <div className="mt-1.5 flex h-5 items-center justify-between gap-2 text-sm/5 text-secondary">
        <p className="min-w-0 truncate">{description}</p>
        <WorkspaceBadges {...props} />
      </div>
      <div className="mt-auto flex items-baseline justify-between gap-2 text-xs/5 text-secondary">
        <span className="truncate font-mono">{hostOf(instanceUrl)}</span>
        <LastActivity workspace={workspace} />
      </div>
      <div className="flex h-5 items-center gap-2 text-xs text-secondary">
        <RoleAndOwner workspace={workspace} />
      </div>
      <CardActions {...props} className="absolute top-4 right-2.5 z-10 h-9" />
    </article>
  );
});

/** A workspace in one line, for long lists. */
export const WorkspaceRow = memo(function WorkspaceRow(props: WorkspaceItemProps) {
  const { workspace } = props;
  const { id, displayName, description, isHidden } = workspace;
  return (
    <article className="workspace-row" data-hidden={isHidden || undefined}>
      <InitialsTile id={id} name={displayName} size={24} />
      <h2 className="min-w-0 flex-[2_1_0] text-base font-semibold">
        <LaunchLink {...props} className="block truncate" />
      </h2>
      <p className="min-w-0 flex-[3_1_0] truncate text-sm text-secondary max-lg:hidden">{description}</p>
      <div className="flex min-w-0 flex-[2_1_0] items-center gap-2 text-xs text-secondary max-md:hidden">
        <RoleAndOwner workspace={workspace} />
      </div>
      <div className="flex w-30 justify-end gap-1 max-md:hidden">
        <WorkspaceBadges {...props} />
      </div>
      <div className="w-28 text-right text-xs text-secondary max-sm:hidden">
        <LastActivity workspace={workspace} />
      </div>
      <CardActions {...props} className="relative z-10" />
    </article>
  );
});

function LaunchLink({ workspace, isCurrent, className }: WorkspaceItemProps & { className: string }) {
  return (
    <Tooltip side="end" anchorOf={cardOf} content={<CardTooltip workspace={workspace} />}>
      <Link
        to={paths.workspaceGo(workspace.id)}
        state={internalNavigation}
        {...tabStopProps(isCurrent)}
        data-launch
        className={`${className} wrap-anywhere text-strong outline-none after:absolute after:inset-0 after:rounded-lg`}
      >
        {workspace.displayName}
      </Link>
    </Tooltip>
  );
}

const cardOf = (link: Element) => link.closest('article');

/** Has in full what the card truncates. */
function CardTooltip({ workspace }: { workspace: Workspace }) {
  const { displayName, instanceUrl, description } = workspace;
  const ownerName = ownerNameOf(workspace);
  return (
    <>
      <span className="block font-medium wrap-anywhere">{displayName}</span>
      <span className="block font-mono wrap-anywhere">{instanceUrl}</span>
      {description !== null && <span className="line-clamp-6">{description}</span>}
      {ownerName && <span className="block">Owned by {ownerName}</span>}
    </>
  );
}

/** Empty for the owner. */
const ownerNameOf = ({ role, owner, creatorUser }: Workspace) =>
  role === 'OWNER' ? '' : fullNameOf(owner ?? creatorUser);

function RoleAndOwner({ workspace }: { workspace: Workspace }) {
  const ownerName = ownerNameOf(workspace);
  return (
    <>
      <span className="shrink-0">Role: {roleLabels[workspace.role]}</span>
      {ownerName && <span className="truncate">Owner: {ownerName}</span>}
    </>
  );
}

function WorkspaceBadges({ workspace, showType }: WorkspaceItemProps) {
  return (
    <span className="flex shrink-0 gap-1">
      {workspace.isDefault && <Badge tone="info">DEFAULT</Badge>}
      {workspace.isHidden && <Badge>Hidden</Badge>}
      {showType && workspace.instanceEnvType !== 'SI' && <Badge>{instanceEnvLabels[workspace.instanceEnvType]}</Badge>}
    </span>
  );
}

function LastActivity({ workspace }: { workspace: Workspace }) {
  if (workspace.lastActiveAt === null) return null;
  return (
    <span className="relative z-10 shrink-0">
      Active <RelativeTime date={workspace.lastActiveAt} />
    </span>
  );
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);
