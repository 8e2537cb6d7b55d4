import type { Workspace } from '@portal/contract';
import { IconButton, Menu, type MenuItem } from '@portal/ui';
import { Link } from 'react-router';
import type { RequestError } from '../../api/http/request-error.ts';
import { paths } from '../../lib/paths.ts';
import { tabStopProps } from './use-arrow-keys.ts';
import type { CardActionHandlers } from './use-card-actions.ts';

export interface CardActionsProps {
  workspace: Workspace;
  actions: CardActionHandlers;
  /** The error of the last change. */
  error: RequestError | undefined;
  /** Whether Tab stops at this workspace. The arrow keys move to the others. */
  isCurrent: boolean;
}

/** The menu and the favourite star of a card. */
export function CardActions(props: CardActionsProps & { className: string }) {
  const { workspace, actions, error, isCurrent, className } = props;
  const tabStop = tabStopProps(isCurrent);
  const { id, isFavourite, isHidden, isDefault, displayName } = workspace;
  const items: MenuItem[] = [
    { label: 'Overview', icon: 'gauge', render: <Link to={paths.workspaceOverview(id)} /> },
    { label: 'Settings', icon: 'settings', render: <Link to={paths.workspaceSettings(id)} /> },
    { label: 'API Tokens', icon: 'key', render: <Link to={paths.workspaceApiTokens(id)} /> },
    'separator',
    ...(isDefault
      ? []
      : [{ label: 'Make default', icon: 'check-circle', onSelect: () => actions.setDefault(workspace) } as const]),
    {
      label: isHidden ? 'Show in the list' : 'Hide from the list',
      icon: isHidden ? 'eye' : 'eye-off',
      onSelect: () => actions.setHidden(workspace, !isHidden),
    },
  ];
  return (
    <div className={`flex items-center ${className}`}>
      {error && (
        <span role="alert">
          <IconButton
            icon="alert-triangle"
            size="sm"
            className="text-warning-icon"
            label={`Not saved: ${error.message}`}
            tooltip
          />
        </span>
      )}
      <Menu
        items={items}
        trigger={
          <IconButton
            size="sm"
            icon="more"
            label={`${displayName} actions`}
            {...tabStop}
            className="text-neutral-icon"
          />
        }
      />
      <IconButton
        size="sm"
        icon={isFavourite ? 'star-filled' : 'star'}
        label={`Favourite ${displayName}`}
        tooltip={isFavourite ? 'Remove Favourite' : 'Set Favourite'}
        pressed={isFavourite}
        {...tabStop}
        className={isFavourite ? 'text-warning-icon' : 'text-neutral-icon'}
        onClick={() => actions.setFavourite(workspace, !isFavourite)}
      />
    </div>
  );
}
