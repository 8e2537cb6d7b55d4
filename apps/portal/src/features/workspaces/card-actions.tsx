import type { Workspace } from '@portal/contract';
import { IconButton, Menu, type MenuItem } from '@portal/ui';
import { Link } from 'react-router';
import type { RequestError } from '../../api/request-error.ts';
import { paths } from '../../lib/paths.ts';
import type { CardActionHandlers } from './use-card-actions.ts';

export interface CardActionsProps {
  workspace: Workspace;
  actions: CardActionHandlers;
  /** The error of the last change. */
  error: RequestError | undefined;
}

/** The menu and the favourite star of a card. The star is in the corner, because it stays visible for favourites. */
export function CardActions({ workspace, actions, error }: CardActionsProps) {
  const { id, isFavourite, isHidden, isDefault, displayName } = workspace;
  const items: MenuItem[] = [
    { label: 'Settings', icon: 'settings', render: <Link to={paths.workspaceSettings(id)} /> },
    { label: 'API Tokens', icon: 'key', render: <Link to={paths.workspaceApiTokens(id)} /> },
    'separator',
    ...(isDefault
      ? []
      : [{ label: 'Make default', icon: 'check-circle', onSelect: () => actions.setDefault(id) } as const]),
    {
      label: isHidden ? 'Show in the list' : 'Hide from the list',
      icon: isHidden ? 'eye' : 'eye-off',
      onSelect: () => actions.setHidden(id, !isHidden),
    },
  ];
  return (
    <div className="absolute top-4 right-2.5 z-10 flex h-11 items-center">
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
        trigger={<IconButton size="sm" icon="more" label={`Menu of ${displayName}`} className="hover-action" />}
      />
      <IconButton
        size="sm"
        icon={isFavourite ? 'star-filled' : 'star'}
        label={isFavourite ? 'Remove Favourite' : 'Set Favourite'}
        tooltip
        pressed={isFavourite}
        className={isFavourite ? 'text-warning-icon' : 'hover-action'}
        onClick={() => actions.setFavourite(id, !isFavourite)}
      />
    </div>
  );
}
