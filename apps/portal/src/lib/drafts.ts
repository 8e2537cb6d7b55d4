import { useEffect, useEffectEvent } from 'react';
import { tabStorage } from './storage.ts';

const key = 'SI-DRAFTS';

/** A draft survives a visit to another site, but not a day in an abandoned tab. */
const maxAgeMs = 60 * 60_000;

/** Reads the draft of each form on the page, by the name of the form. */
const sources = new Map<string, () => unknown>();

interface StoredDrafts {
  /** When the drafts were stored, in milliseconds since the epoch. */
  readonly storedAt: number;
  readonly drafts: Readonly<Record<string, unknown>>;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function readStored(): StoredDrafts {
  const nothing = { storedAt: Date.now(), drafts: {} };
  try {
    const stored: unknown = JSON.parse(tabStorage.read(key) ?? '{}');
    if (!isRecord(stored) || typeof stored.storedAt !== 'number' || !isRecord(stored.drafts)) return nothing;
    return Date.now() - stored.storedAt < maxAgeMs ? { storedAt: stored.storedAt, drafts: stored.drafts } : nothing;
  } catch {
    return nothing;
  }
}

/** Returns whether the drafts are stored. */
function write({ storedAt, drafts }: StoredDrafts): boolean {
  if (Object.keys(drafts).length > 0) return tabStorage.write(key, JSON.stringify({ storedAt, drafts }));
  tabStorage.remove(key);
  return true;
}

/** Stores the drafts of all forms on the page for a visit to another site. Returns whether the drafts are stored. */
export function storeDrafts(): boolean {
  const drafts = [...sources].map(([name, read]) => [name, read()] as const).filter(([, draft]) => draft !== undefined);
  return write({ storedAt: Date.now(), drafts: Object.fromEntries(drafts) });
}

/** Call it on logout, and when another user logs in. */
export const clearDrafts = () => void tabStorage.remove(key);

function takeDraft(name: string): unknown {
  const { storedAt, drafts } = readStored();
  const { [name]: draft, ...others } = drafts;
  write({ storedAt, drafts: others });
  return draft;
}

export interface DraftSource {
  /** Returns the unsaved values as JSON, or undefined if there are none. */
  readonly read: () => unknown;
  /** Puts a stored draft back into the form. */
  readonly restore: (draft: unknown) => void;
}

/** Keeps the unsaved values of a form during a visit to another site. The name must contain the id of the user. */
export function useStoredDraft(name: string, { read, restore }: DraftSource): void {
  const readNow = useEffectEvent(read);
  const restoreNow = useEffectEvent(restore);
  useEffect(() => {
    const draft = takeDraft(name);
    if (draft !== undefined) restoreNow(draft);
    const source = () => readNow();
    sources.set(name, source);
    return () => {
      if (sources.get(name) === source) sources.delete(name);
    };
  }, [name]);
}
