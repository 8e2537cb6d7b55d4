import { useEffect, useEffectEvent } from 'react';
import { tabStorage } from '../navigation/tab-storage.ts';

const key = 'SI:DRAFTS';

/** In milliseconds. A draft outlives a visit to another site, and not a day in a forgotten tab. */
const longestStay = 60 * 60_000;

/** The draft of each form on the page, by the form's name. */
const sources = new Map<string, () => unknown>();

interface Stored {
  /** When the drafts were stored, in milliseconds. */
  readonly at: number;
  readonly drafts: Readonly<Record<string, unknown>>;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function readStored(): Stored {
  const nothing = { at: Date.now(), drafts: {} };
  try {
    const stored: unknown = JSON.parse(tabStorage.read(key) ?? '{}');
    if (!isRecord(stored) || typeof stored.at !== 'number' || !isRecord(stored.drafts)) return nothing;
    return Date.now() - stored.at < longestStay ? { at: stored.at, drafts: stored.drafts } : nothing;
  } catch {
    return nothing;
  }
}

/** Returns whether the browser stored them. */
function write({ at, drafts }: Stored): boolean {
  if (Object.keys(drafts).length > 0) return tabStorage.write(key, JSON.stringify({ at, drafts }));
  tabStorage.forget(key);
  return true;
}

/** Stores the unsaved entries of the page's forms for a visit to another site. Returns false if the browser refuses. */
export function storeDrafts(): boolean {
  const drafts = [...sources].map(([name, read]) => [name, read()] as const).filter(([, draft]) => draft !== undefined);
  return write({ at: Date.now(), drafts: Object.fromEntries(drafts) });
}

/** For a logout, and where another user logs in. */
export const forgetDrafts = () => void tabStorage.forget(key);

function takeDraft(name: string): unknown {
  const { at, drafts } = readStored();
  const { [name]: draft, ...others } = drafts;
  write({ at, drafts: others });
  return draft;
}

export interface DraftSource {
  /** The unsaved entries, as a JSON value; undefined if there are none. */
  readonly read: () => unknown;
  /** Puts a stored draft back into the form. */
  readonly restore: (draft: unknown) => void;
}

/** Keeps a form's unsaved entries over a visit to another site. The name contains the id of the user. */
export function useDraft(name: string, { read, restore }: DraftSource): void {
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
