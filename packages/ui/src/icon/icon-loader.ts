import { useEffect, useSyncExternalStore } from 'react';
import { initialIcons } from './initial-icons.ts';
import type { IconComponent } from './icon-component.ts';
import type { IconName } from './icon-name.ts';

type IconComponents = Partial<Record<IconName, IconComponent>>;

let loadedIcons: IconComponents = initialIcons;
const listeners = new Set<() => void>();

function addIcons(icons: IconComponents) {
  loadedIcons = { ...loadedIcons, ...icons };
  for (const listener of listeners) listener();
}

/**
 * Fetches the deferred icons, and the named on-demand icons. Await it before you show a page, so that no icon appears
 * late.
 */
export const loadIcons = (...names: IconName[]): Promise<void> =>
  import('./deferred-icons.ts').then((more) => more.importDeferredIcons(names)).then(addIcons);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The component of an icon, or undefined while it loads. */
export function useIconComponent(name: IconName): IconComponent | undefined {
  const icon = useSyncExternalStore(subscribe, () => loadedIcons[name]);
  useEffect(() => {
    // If loading fails, the space of the icon stays empty: icons only accompany text.
    if (!icon) loadIcons(name).catch(() => undefined);
  }, [icon, name]);
  return icon;
}
