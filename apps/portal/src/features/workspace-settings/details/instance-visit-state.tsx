import { createContext, useEffect, useRef, type ReactNode } from 'react';
import { useUser } from '../../../api/session.api.ts';
import { safeRedirect } from '../../../lib/safe-redirect.ts';
import { tabStorage } from '../../../lib/storage.ts';

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

const positionStorageKey = 'SI-INSTANCE-VISIT';
const returnStorageKey = 'SI-RETURN-PATH';

/** The settings page of a workspace, for one user, because another user may log in in the same tab. */
export interface SettingsPageKey {
  readonly userId: string;
  readonly workspaceId: string;
}

const toText = ({ userId, workspaceId }: SettingsPageKey) => `${userId}/${workspaceId}`;

/** An instance that takes longer to redirect the browser back is unreachable. */
const maxVisitMs = 60_000;

const readPosition = () => new URLSearchParams(tabStorage.read(positionStorageKey) ?? '');

/** Stores the page of the portal that the user opened before the browser left. Returns whether it is stored. */
export function saveReturnPath(pageKey: SettingsPageKey, path: string): boolean {
  tabStorage.remove(positionStorageKey);
  return writeReturnPath(pageKey, path);
}

function writeReturnPath(pageKey: SettingsPageKey, path: string): boolean {
  const savedAt = String(Date.now());
  return tabStorage.write(returnStorageKey, new URLSearchParams({ page: toText(pageKey), path, savedAt }).toString());
}

/** The page on which the user was when the browser left, or null if it was the settings page. */
export function savedReturnPath(pageKey: SettingsPageKey): string | null {
  const saved = new URLSearchParams(tabStorage.read(returnStorageKey) ?? '');
  const isRecent = Date.now() - Number(saved.get('savedAt')) < maxVisitMs;
  return isRecent && saved.get('page') === toText(pageKey) ? safeRedirect(saved.get('path')) : null;
}

export const clearReturnPath = () => void tabStorage.remove(returnStorageKey);

/**
 * How the visit to the instance ended, if this document was loaded after one. `returned`: the instance redirected the browser to
 * this history entry, and the entry before it shows the same page. `failed`: the user went back, because it did not.
 */
export type VisitOutcome = 'returned' | 'failed' | undefined;

export const VisitOutcomeContext = createContext<VisitOutcome>(undefined);

export const clearPosition = () => void tabStorage.remove(positionStorageKey);

/** Whether the browser left this page for the instance and has not returned yet. */
export const isVisitingInstance = (pageKey: SettingsPageKey) => readPosition().get('page') === toText(pageKey);

interface Position {
  readonly section: SectionName;
  readonly list?: ListPosition | undefined;
  /** The path of the page, if it is not that of the settings. */
  readonly path?: string | undefined;
}

/** Stores the position of the user on the page of the settings or on that of the members. */
export function savePosition(pageKey: SettingsPageKey, { section, list: position, path }: Position): void {
  if (path === undefined) clearReturnPath();
  else writeReturnPath(pageKey, path);
  const list = position && {
    search: position.search,
    rowCount: String(position.rowCount),
    rowId: position.rowId,
    isChangedRow: String(position.isChangedRow),
  };
  tabStorage.write(positionStorageKey, new URLSearchParams({ page: toText(pageKey), section, ...list }).toString());
}

function savedSection(pageKey: SettingsPageKey, section: SectionName): URLSearchParams | undefined {
  const saved = readPosition();
  return saved.get('page') === toText(pageKey) && saved.get('section') === section ? saved : undefined;
}

/** The stored position in the list of a section. */
export function savedListPosition(pageKey: SettingsPageKey, section: SectionName): ListPosition | undefined {
  const saved = savedSection(pageKey, section);
  const rowId = saved?.get('rowId');
  if (!saved || !rowId) return;
  return {
    search: saved.get('search') ?? '',
    rowCount: Number(saved.get('rowCount')),
    rowId,
    isChangedRow: saved.get('isChangedRow') === 'true',
  };
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
    tabStorage.remove(positionStorageKey);
    if (!section.current?.contains(document.activeElement)) section.current?.focus();
  }, [userId, workspaceId, name]);
  return (
    <div ref={section} className="min-w-0" tabIndex={-1} role="group" aria-label={name}>
      {children}
    </div>
  );
}
