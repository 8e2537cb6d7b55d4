import type { Workspace } from '@portal/contract';
import { IconButton, Menu, type MenuItem } from '@portal/ui';
import { Link } from 'react-router';
import { useSetDefaultMutation, useSetFavouriteMutation, useSetHiddenMutation } from '../../api/workspaces.api.ts';
import { asFailure } from '../../http/failure.ts';
import { paths } from '../../navigation/paths.ts';

/** Star and menu of a card. A change that failed is undone, and its button says why. */
export function CardActions({ workspace }: { workspace: Workspace }) {
  const params = { workspaceId: workspace.id };
  const [setFavourite, favouriting] = useSetFavouriteMutation();
  const [setHidden, hiding] = useSetHiddenMutation();
  const [setDefault, defaulting] = useSetDefaultMutation();
  const failure = asFailure(favouriting.error ?? hiding.error ?? defaulting.error);
  const { isFavourite, isHidden, isDefault, displayName } = workspace;

  const items: MenuItem[] = [
    { label: 'Settings', icon: 'settings', render: <Link to={paths.workspaceSettings(workspace.id)} /> },
    { label: 'API Tokens', icon: 'key', render: <Link to={paths.workspaceApiTokens(workspace.id)} /> },
    'separator',
    ...(isDefault
      ? []
      : [{ label: 'Make default', icon: 'check-circle', onSelect: () => void setDefault({ params }) } as const]),
    {
      label: isHidden ? 'Show in the list' : 'Hide from the list',
      icon: isHidden ? 'eye' : 'eye-off',
      onSelect: () => void setHidden({ params, body: { isHidden: !isHidden } }),
    },
  ];
  return (
    <div className="absolute top-4 right-4 z-10 flex items-center">
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
      <IconButton
        size="sm"
        icon={isFavourite ? 'star-filled' : 'star'}
        label={isFavourite ? 'Remove Favourite' : 'Set Favourite'}
        tooltip
        pressed={isFavourite}
        className={isFavourite ? 'text-warning-icon' : 'quiet-action'}
        onClick={() => void setFavourite({ params, body: { isFavourite: !isFavourite } })}
      />
      <Menu
        items={items}
        trigger={<IconButton size="sm" icon="more" label={`Menu of ${displayName}`} className="quiet-action" />}
      />
    </div>
  );
}
