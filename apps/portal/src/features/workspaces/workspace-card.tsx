import { fullNameOf, instanceEnvLabels, roleLabels, type Workspace } from '@portal/contract';
import { Badge, formatDate, InitialsTile, RelativeTime, Tooltip, VisuallyHidden } from '@portal/ui';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { internalNavigation } from '../../lib/internal-navigation.ts';
import { paths } from '../../lib/paths.ts';
import { arrowKeysHintId, tabStopProps } from './use-arrow-keys.ts';
import { CardActions, type CardActionsProps } from './card-actions.tsx';
import { ownHostOf, type Differences } from './list-view.ts';

export interface WorkspaceItemProps extends CardActionsProps {
  /** What the workspaces of the list differ in. Only then do they show it; those that we manage never show their type. */
  differences: Differences;
  /** When the next API token ends that ends soon. */
  tokenEndsAt: string | undefined;
}

/** A click anywhere on the card launches the workspace, except on its star and menu. */
export const WorkspaceCard = memo(function WorkspaceCard(props: WorkspaceItemProps) {
  const { workspace, error, differences } = props;
  const { id, displayName, description, createdAt, isHidden, role, lastActiveAt } = workspace;
  const ownerName = ownerNameOf(workspace);
  const host = differences.host ? ownHostOf(workspace) : '';
  return (
    <article className="workspace-card" data-hidden={isHidden || undefined}>
      <div className={`flex items-center gap-2 ${error ? 'pr-21' : 'pr-14'}`}>
        <InitialsTile id={id} name={displayName} size={28} />
        {/* A badge that does not fit is on the second line, which is cut off. */}
        <span className="flex h-5 min-w-0 flex-wrap gap-1 overflow-hidden">
          <WorkspaceBadges {...props} />
        </span>
      </div>
      <h2 className="mt-1.5 text-base/5 font-semibold">
        {/* The owner and the host need the space of a second line. */}
        <LaunchLink {...props} className={ownerName || host ? 'line-clamp-1' : 'line-clamp-2'} />
      </h2>
      <p className="truncate text-sm/5 text-secondary">
        <TokenEnd {...props}>{description ?? `Created ${formatDate(new Date(createdAt))}`}</TokenEnd>
      </p>
      <div className="mt-auto flex justify-between gap-2 text-xs/5 text-secondary">
        {ownerName && <span className="truncate">Owner: {ownerName}</span>}
        {host && (
          <span translate="no" className="truncate">
            {host}
          </span>
        )}
      </div>
      <div className="flex h-5 items-center justify-between gap-2 text-xs text-secondary">
        <span className="shrink-0">Role: {roleLabels[role]}</span>
        {lastActiveAt === null ? (
          <span className="truncate">Not used yet</span>
        ) : (
          <span className="relative z-10 truncate">
            {'Active '}
            <RelativeTime date={lastActiveAt} />
          </span>
        )}
      </div>
      <CardActions {...props} className="absolute top-3.5 right-2 z-10" />
    </article>
  );
});

/** The headers of the rows. Hidden from screen readers, for which each cell names its content. */
export const RowHeader = ({ differences: { host, owner } }: Pick<WorkspaceItemProps, 'differences'>) => (
  <div aria-hidden className="workspace-row-header">
    <span>Name</span>
    {host && <span className="max-lg:hidden">Host</span>}
    {owner && <span className="max-lg:hidden">Owner</span>}
    <span className="max-md:hidden">Role</span>
    <span className="max-md:hidden">Last activity</span>
  </div>
);

/** A workspace in one line, for long lists. */
export const WorkspaceRow = memo(function WorkspaceRow(props: WorkspaceItemProps) {
  const { workspace, differences } = props;
  const { id, displayName, description, isHidden, role, lastActiveAt } = workspace;
  return (
    <article className="workspace-row" data-hidden={isHidden || undefined}>
      <div className="flex min-w-0 items-center gap-3">
        <InitialsTile id={id} name={displayName} size={24} />
        {/* A description that does not fit beside the name is on the second line, which is cut off. */}
        <div className="flex h-6 min-w-0 flex-1 flex-wrap content-start gap-x-3 overflow-hidden leading-6">
          <div className="flex max-w-full items-center gap-2">
            <h2 className="min-w-0 text-base/6 font-semibold">
              <LaunchLink {...props} className="block truncate" />
            </h2>
            <WorkspaceBadges {...props} />
          </div>
          <p className="min-w-24 flex-1 truncate text-sm/6 text-secondary">
            <TokenEnd {...props}>{description}</TokenEnd>
          </p>
        </div>
      </div>
      {differences.host && (
        <span translate="no" className="truncate text-xs max-lg:hidden">
          {ownHostOf(workspace)}
        </span>
      )}
      {differences.owner && (
        <span className="truncate max-lg:hidden">
          <VisuallyHidden>{'Owner: '}</VisuallyHidden>
          {ownerNameOf(workspace) || 'You'}
        </span>
      )}
      <span className="truncate max-md:hidden">
        <VisuallyHidden>{'Role: '}</VisuallyHidden>
        {roleLabels[role]}
      </span>
      <span className="max-md:hidden">
        {lastActiveAt !== null && (
          <span className="relative z-10">
            <VisuallyHidden>{'Active '}</VisuallyHidden>
            <RelativeTime date={lastActiveAt} />
          </span>
        )}
      </span>
      <CardActions {...props} className="relative z-10 justify-end" />
    </article>
  );
});

/** That an API token ends soon is more useful than what the workspace is. */
function TokenEnd({ tokenEndsAt, children }: WorkspaceItemProps & { children: ReactNode }) {
  if (tokenEndsAt === undefined) return children;
  return <span className="text-strong">An API token ends {formatDate(new Date(tokenEndsAt))}</span>;
}

function LaunchLink({ workspace, isCurrent, className }: WorkspaceItemProps & { className: string }) {
  return (
    <Tooltip side="end" anchorOf={cardOf} content={<CardTooltip workspace={workspace} />}>
      <Link
        to={paths.workspaceGo(workspace.id)}
        state={internalNavigation}
        {...tabStopProps(isCurrent)}
        data-launch
        aria-describedby={isCurrent ? arrowKeysHintId : undefined}
        translate="no"
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
      <span translate="no" className="block font-medium wrap-anywhere">
        {displayName}
      </span>
      <span translate="no" className="block font-mono wrap-anywhere">
        {instanceUrl}
      </span>
      {description !== null && <span className="line-clamp-6">{description}</span>}
      {ownerName && <span className="block">Owned by {ownerName}</span>}
    </>
  );
}

/** Empty for the owner. */
const ownerNameOf = ({ role, owner, creatorUser }: Workspace) =>
  role === 'OWNER' ? '' : fullNameOf(owner ?? creatorUser);

function WorkspaceBadges({ workspace, differences }: WorkspaceItemProps) {
  return (
    <>
      {workspace.isDefault && <Badge tone="info">DEFAULT</Badge>}
      {workspace.isHidden && <Badge>Hidden</Badge>}
      {differences.type && workspace.instanceEnvType !== 'SI' && (
        <Badge>{instanceEnvLabels[workspace.instanceEnvType]}</Badge>
      )}
    </>
  );
}
