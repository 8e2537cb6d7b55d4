import { createContext, use, useSyncExternalStore } from 'react';
import type { ThemeChoice } from './theme-choice.ts';

const Context = createContext<ThemeChoice | null>(null);

export const ThemeProvider = Context.Provider;

export function useTheme() {
  const choice = use(Context);
  if (!choice) throw new Error('ThemeProvider is missing');
  return { ...useSyncExternalStore(choice.subscribe, choice.current), choose: choice.choose };
}
