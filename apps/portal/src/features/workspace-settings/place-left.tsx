import { createContext, useEffect, useRef, type ReactNode } from 'react';
import { useUser } from '../../api/session.api.ts';
import { ownPath } from '../../navigation/own-path.ts';
import { tabStorage } from '../../navigation/tab-storage.ts';

export type PlaceName = 'Members' | 'Approvals';

/** What somebody saw of a long list. */
export interface ListSeen {
  readonly search: string;
  /** How many of its rows were drawn. */
  readonly drawn: number;
  /** The row that was changed, or the one beside it where it went. */
  readonly rowId: string;
  /** Whether it is the row that was changed. */
  readonly isSame: boolean;
}

const key = 'SI:PLACE-LEFT';
const returnKey = 'SI:RETURN-TO';

/** Whose page it is: another user may log in in the same tab. */
export interface PageOwner {
  readonly userId: string;
  readonly workspaceId: string;
}

const idOf = ({ userId, workspaceId }: PageOwner) => `${userId}/${workspaceId}`;

/** In milliseconds: an instance that takes longer to send the browser back is not there. */
const longestTrip = 60_000;

/** Remembers the page of the portal to which the user went before the browser left for the workspace's instance. */
export function rememberReturn(owner: PageOwner, path: string): boolean {
  tabStorage.forget(key);
  const at = String(Date.now());
  return tabStorage.write(returnKey, new URLSearchParams({ of: idOf(owner), path, at }).toString());
}

/** Where the user was when the browser left, if that was another page than the workspace's settings. */
export function returnLeft(owner: PageOwner): string | null {
  const left = new URLSearchParams(tabStorage.read(returnKey) ?? '');
  const isRecent = Date.now() - Number(left.get('at')) < longestTrip;
  return isRecent && left.get('of') === idOf(owner) ? ownPath(left.get('path')) : null;
}

/** Whether the instance made this history entry by sending the browser back: the entry before it shows the settings, too. */
export const SentBackContext = createContext(false);

/** Whether the browser left this page for the workspace's instance and has not been back yet. */
export const isOnTrip = (owner: PageOwner) => new URLSearchParams(tabStorage.read(key) ?? '').get('of') === idOf(owner);

export const forgetReturn = () => void tabStorage.forget(returnKey);

/** Remembers where on its page somebody was when the browser went to the workspace's instance. */
export function rememberPlace(owner: PageOwner, name: PlaceName, seen?: ListSeen): void {
  forgetReturn();
  const list = seen && { search: seen.search, drawn: String(seen.drawn), row: seen.rowId, same: String(seen.isSame) };
  tabStorage.write(key, new URLSearchParams({ of: idOf(owner), name, ...list }).toString());
}

function placeLeft(owner: PageOwner, name: PlaceName): URLSearchParams | undefined {
  const left = new URLSearchParams(tabStorage.read(key) ?? '');
  return left.get('of') === idOf(owner) && left.get('name') === name ? left : undefined;
}

/** What was seen of the list of a place, for who comes back to it. */
export function listLeft(owner: PageOwner, name: PlaceName): ListSeen | undefined {
  const left = placeLeft(owner, name);
  const rowId = left?.get('row');
  if (!left || !rowId) return;
  const isSame = left.get('same') === 'true';
  return { search: left.get('search') ?? '', drawn: Number(left.get('drawn')), rowId, isSame };
}

/** For what somebody used and left, once it is there again: it takes the focus, unless that is elsewhere by now. */
export function focusAgain(control: HTMLElement | null): void {
  if (document.activeElement?.contains(control)) control?.focus();
}

/** For what is in the row beside the one that somebody took away: the row takes the focus, since one key in it would change another's. */
export function focusRowOf(control: HTMLElement | null): void {
  const row = control?.closest('tr');
  if (!row || !document.activeElement?.contains(row)) return;
  row.tabIndex = -1;
  row.focus();
}

export interface PlaceProps {
  workspaceId: string;
  name: PlaceName;
  children: ReactNode;
}

/** A part of the page to which somebody comes back whom the instance sent back; once. */
export function Place({ workspaceId, name, children }: PlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const { id: userId } = useUser();
  useEffect(() => {
    if (!placeLeft({ userId, workspaceId }, name)) return;
    tabStorage.forget(key);
    if (!place.current?.contains(document.activeElement)) place.current?.focus();
  }, [userId, workspaceId, name]);
  return (
    <div ref={place} className="min-w-0" tabIndex={-1} role="group" aria-label={name}>
      {children}
    </div>
  );
}
