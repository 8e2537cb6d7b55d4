import { themeKey } from '@portal/contract';
import type { Theme } from '@portal/ui';
import { createThemeStorage } from './theme-storage.ts';

export interface ThemeState {
  readonly theme: Theme;
  /** Whether the user chose the theme. Otherwise it is the system theme. */
  readonly isChosen: boolean;
}

const isTheme = (text: string | null): text is Theme => text === 'light' || text === 'dark';

/** Null in browsers without `matchMedia`, and in those whose privacy settings make it throw. */
function lightSchemeQuery(): MediaQueryList | null {
  try {
    return window.matchMedia('(prefers-color-scheme: light)');
  } catch {
    return null;
  }
}

/** Changes the theme without transitions, so that all of the page changes in the same frame. */
function showTheme(theme: Theme) {
  const { dataset } = document.documentElement;
  dataset.themeChanging = '';
  dataset.theme = theme;
  requestAnimationFrame(() => requestAnimationFrame(() => delete dataset.themeChanging));
}

/** The theme: the user's choice if there is one, otherwise the system theme. */
export function createThemeChoice() {
  const storage = createThemeStorage();
  const system = lightSchemeQuery();
  const listeners = new Set<() => void>();

  function read(): ThemeState {
    const stored = storage.read();
    if (isTheme(stored)) return { theme: stored, isChosen: true };
    return { theme: system?.matches ? 'light' : 'dark', isChosen: false };
  }

  let state = read();
  function refresh() {
    const next = read();
    if (next.theme === state.theme && next.isChosen === state.isChosen) return;
    state = next;
    showTheme(state.theme);
    for (const listener of listeners) listener();
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key === themeKey || event.key === null) refresh();
  };

  document.documentElement.dataset.theme = state.theme;
  // Never removed, because the theme applies as long as the document is open.
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
