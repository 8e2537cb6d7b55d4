import { useEffect, useRef, type ReactNode } from 'react';

export type PlaceName = 'Members' | 'Approvals';

const key = 'SI:PLACE-LEFT';

/** A way there and back is one tab's matter; where the browser grants no storage, the page starts at its top. */
function storage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

const entryFor = (workspaceId: string, name: PlaceName) => `${workspaceId} ${name}`;

/** Remembers where on its page somebody was when the browser went to the workspace's instance. */
export const rememberPlace = (workspaceId: string, name: PlaceName) =>
  storage()?.setItem(key, entryFor(workspaceId, name));

export interface PlaceProps {
  workspaceId: string;
  name: PlaceName;
  children: ReactNode;
}

/** A part of the page to which somebody comes back whom the instance sent back; once. */
export function Place({ workspaceId, name, children }: PlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (storage()?.getItem(key) !== entryFor(workspaceId, name)) return;
    storage()?.removeItem(key);
    place.current?.focus();
  }, [workspaceId, name]);
  return (
    <div ref={place} className="min-w-0" tabIndex={-1} role="group" aria-label={name}>
      {children}
    </div>
  );
}
