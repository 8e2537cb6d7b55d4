import { useEffect, useRef, type ReactNode } from 'react';
import { tabStorage } from '../../navigation/tab-storage.ts';

export type PlaceName = 'Members' | 'Approvals';

const key = 'SI:PLACE-LEFT';

const entryFor = (workspaceId: string, name: PlaceName) => `${workspaceId} ${name}`;

/** Remembers where on its page somebody was when the browser went to the workspace's instance. */
export const rememberPlace = (workspaceId: string, name: PlaceName) =>
  tabStorage.write(key, entryFor(workspaceId, name));

export interface PlaceProps {
  workspaceId: string;
  name: PlaceName;
  children: ReactNode;
}

/** A part of the page to which somebody comes back whom the instance sent back; once. */
export function Place({ workspaceId, name, children }: PlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tabStorage.read(key) !== entryFor(workspaceId, name)) return;
    tabStorage.forget(key);
    place.current?.focus();
  }, [workspaceId, name]);
  return (
    <div ref={place} className="min-w-0" tabIndex={-1} role="group" aria-label={name}>
      {children}
    </div>
  );
}
