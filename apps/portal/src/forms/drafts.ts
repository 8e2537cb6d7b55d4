import { useEffect, useEffectEvent } from 'react';
import { tabStorage } from '../navigation/tab-storage.ts';

const key = 'SI:DRAFTS';

/** What the forms of the page hold, by their names. */
const sources = new Map<string, () => unknown>();

function readStored(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(tabStorage.read(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

/** Stores what is typed into the forms of this page, for a round trip to another site. False where the browser refuses. */
export function storeDrafts(): boolean {
  const drafts = [...sources].map(([name, read]) => [name, read()] as const).filter(([, draft]) => draft !== undefined);
  if (drafts.length > 0) return tabStorage.write(key, JSON.stringify(Object.fromEntries(drafts)));
  tabStorage.forget(key);
  return true;
}

function takeDraft(name: string): unknown {
  const { [name]: draft, ...others } = readStored();
  if (Object.keys(others).length > 0) tabStorage.write(key, JSON.stringify(others));
  else tabStorage.forget(key);
  return draft;
}

export interface DraftSource {
  /** What is typed and not saved yet; undefined for nothing. It has to survive JSON. */
  readonly read: () => unknown;
  /** Takes a draft back that was stored before the page was left. */
  readonly restore: (draft: unknown) => void;
}

/** Has a form keep what is typed into it over a round trip to another site. The name says whose it is. */
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
