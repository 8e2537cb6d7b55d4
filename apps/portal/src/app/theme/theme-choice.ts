import { themeKey } from '@portal/contract';
import type { Theme } from '@portal/ui';
import { createThemeStorage } from './theme-storage.ts';

export interface ThemeState {
  readonly theme: Theme;
  /** Whether somebody chose it here, or it is the system's. */
  readonly chosen: boolean;
}

const isTheme = (text: string | null): text is Theme => text === 'light' || text === 'dark';

function systemQuery(): MediaQueryList | null {
  return typeof window.matchMedia === 'function' ? window.matchMedia('(prefers-color-scheme: light)') : null;
}

/** The theme of this browser: the system's, until somebody chooses one and again once they clear the choice. */
export function createThemeChoice() {
  const storage = createThemeStorage();
  const system = systemQuery();
  const listeners = new Set<() => void>();

  function read(): ThemeState {
    const stored = storage.read();
    if (isTheme(stored)) return { theme: stored, chosen: true };
    return { theme: system?.matches ? 'light' : 'dark', chosen: false };
  }

  let state = read();
  function refresh() {
    const next = read();
    if (next.theme === state.theme && next.chosen === state.chosen) return;
    state = next;
    document.documentElement.dataset.theme = state.theme;
    for (const listener of listeners) listener();
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key === themeKey || event.key === null) refresh();
  };

  document.documentElement.dataset.theme = state.theme;
  // For as long as the page is open, also where nothing on it shows which theme it is.
  system?.addEventListener('change', refresh);
  window.addEventListener('storage', onStorage);
  return {
    current: () => state,
    choose: (theme: Theme | null) => {
      storage.write(theme);
      refresh();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type ThemeChoice = ReturnType<typeof createThemeChoice>;
