import type { Workspace } from '@portal/contract';
import { IconButton, Menu, type MenuItem } from '@portal/ui';
import { Link } from 'react-router';
import type { Failure } from '../../http/failure.ts';
import { paths } from '../../navigation/paths.ts';
import type { CardChanges } from './card-changes.ts';

export interface CardActionsProps {
  workspace: Workspace;
  changes: CardChanges;
  /** Why the last change was taken back. */
  failure: Failure | undefined;
}

/**
 * Menu and star of a card, as far from its edge as what else is in it. In the corner the star: that of a favourite is seen
 * alone while the menu is hidden.
 */
export function CardActions({ workspace, changes, failure }: CardActionsProps) {
  const { id, isFavourite, isHidden, isDefault, displayName } = workspace;
  const items: MenuItem[] = [
    { label: 'Settings', icon: 'settings', render: <Link to={paths.workspaceSettings(id)} /> },
    { label: 'API Tokens', icon: 'key', render: <Link to={paths.workspaceApiTokens(id)} /> },
    'separator',
    ...(isDefault
      ? []
      : [{ label: 'Make default', icon: 'check-circle', onSelect: () => changes.setDefault(id) } as const]),
    {
      label: isHidden ? 'Show in the list' : 'Hide from the list',
      icon: isHidden ? 'eye' : 'eye-off',
      onSelect: () => changes.setHidden(id, !isHidden),
    },
  ];
  return (
    <div className="absolute top-4 right-2.5 z-10 flex h-11 items-center">
      {failure && (
        <span role="alert">
          <IconButton
            icon="alert-triangle"
            size="sm"
            className="text-warning-icon"
            label={`Not saved: ${failure.message}`}
            tooltip
          />
        </span>
      )}
      <Menu
        items={items}
        trigger={<IconButton size="sm" icon="more" label={`Menu of ${displayName}`} className="quiet-action" />}
      />
      <IconButton
        size="sm"
        icon={isFavourite ? 'star-filled' : 'star'}
        label={isFavourite ? 'Remove Favourite' : 'Set Favourite'}
        tooltip
        pressed={isFavourite}
        className={isFavourite ? 'text-warning-icon' : 'quiet-action'}
        onClick={() => changes.setFavourite(id, !isFavourite)}
      />
    </div>
  );
}
