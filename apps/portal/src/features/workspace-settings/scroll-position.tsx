import { createContext, useEffect, useRef, type ReactNode } from 'react';
import { useUser } from '../../api/session.api.ts';
import { safeRedirect } from '../../lib/safe-redirect.ts';
import { tabStorage } from '../../lib/storage.ts';

// Where the user was when the browser left for the instance of a workspace, to restore it when the instance redirects back.

export type SectionName = 'Members' | 'Approvals';

/** The position of the user in a long list. */
export interface ListPosition {
  readonly search: string;
  /** The number of rendered rows. */
  readonly rowCount: number;
  /** The changed row, or the row next to a removed one. */
  readonly rowId: string;
  readonly isChangedRow: boolean;
}

const positionKey = 'SI:SCROLL-POSITION';
const returnKey = 'SI:RETURN-TO';

/** The page of a workspace for a user, since another user may log in in the same tab. */
export interface PageOwner {
  readonly userId: string;
  readonly workspaceId: string;
}

const ownerKey = ({ userId, workspaceId }: PageOwner) => `${userId}/${workspaceId}`;

/** An instance that takes longer to redirect the browser back is unreachable. */
const maxVisitMs = 60_000;

const readPosition = () => new URLSearchParams(tabStorage.read(positionKey) ?? '');

/** Stores the page of the portal that the user opened before the browser left. Returns whether it is stored. */
export function saveReturnPath(owner: PageOwner, path: string): boolean {
  tabStorage.remove(positionKey);
  const savedAt = String(Date.now());
  return tabStorage.write(returnKey, new URLSearchParams({ owner: ownerKey(owner), path, savedAt }).toString());
}

/** The page that the user had opened when the browser left, or null if it was the settings page. */
export function savedReturnPath(owner: PageOwner): string | null {
  const saved = new URLSearchParams(tabStorage.read(returnKey) ?? '');
  const isRecent = Date.now() - Number(saved.get('savedAt')) < maxVisitMs;
  return isRecent && saved.get('owner') === ownerKey(owner) ? safeRedirect(saved.get('path')) : null;
}

export const clearReturnPath = () => void tabStorage.remove(returnKey);

/** Whether the instance redirected the browser to this history entry. The entry before it shows the same page. */
export const ReturnedFromInstanceContext = createContext(false);

/** Whether the browser left this page for the instance and has not returned yet. */
export const isVisitingInstance = (owner: PageOwner) => readPosition().get('owner') === ownerKey(owner);

/** Stores the position of the user on the settings page. */
export function saveScrollPosition(owner: PageOwner, section: SectionName, position?: ListPosition): void {
  clearReturnPath();
  const list = position && {
    search: position.search,
    rowCount: String(position.rowCount),
    rowId: position.rowId,
    isChangedRow: String(position.isChangedRow),
  };
  tabStorage.write(positionKey, new URLSearchParams({ owner: ownerKey(owner), section, ...list }).toString());
}

function savedSection(owner: PageOwner, section: SectionName): URLSearchParams | undefined {
  const saved = readPosition();
  return saved.get('owner') === ownerKey(owner) && saved.get('section') === section ? saved : undefined;
}

/** The stored position in the list of a section. */
export function savedListPosition(owner: PageOwner, section: SectionName): ListPosition | undefined {
  const saved = savedSection(owner, section);
  const rowId = saved?.get('rowId');
  if (!saved || !rowId) return;
  return {
    search: saved.get('search') ?? '',
    rowCount: Number(saved.get('rowCount')),
    rowId,
    isChangedRow: saved.get('isChangedRow') === 'true',
  };
}

/** A ref that focuses the control that the user changed, unless the focus has moved out of its section. */
export function restoreFocus(control: HTMLElement | null): void {
  if (document.activeElement?.contains(control)) control?.focus();
}

/** A ref that focuses the row next to a removed one. It focuses no control, because a key would change that row. */
export function focusRow(control: HTMLElement | null): void {
  const row = control?.closest('tr');
  if (!row || !document.activeElement?.contains(row)) return;
  row.tabIndex = -1;
  row.focus();
}

export interface RestoredSectionProps {
  workspaceId: string;
  name: SectionName;
  children: ReactNode;
}

/** A section that takes the focus if the user was in it when the browser left for the instance. */
export function RestoredSection({ workspaceId, name, children }: RestoredSectionProps) {
  const section = useRef<HTMLDivElement>(null);
  const { id: userId } = useUser();
  useEffect(() => {
    if (!savedSection({ userId, workspaceId }, name)) return;
    tabStorage.remove(positionKey);
    if (!section.current?.contains(document.activeElement)) section.current?.focus();
  }, [userId, workspaceId, name]);
  return (
    <div ref={section} className="min-w-0" tabIndex={-1} role="group" aria-label={name}>
      {children}
    </div>
  );
}
