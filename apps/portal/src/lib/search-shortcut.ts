import { sharedStorage } from './storage.ts';

const key = 'SI:SEARCH-SHORTCUT';

/** Whether `/` moves the focus to the search. On unless the user turned it off in this browser. Source: WCAG 2.1.4. */
export const hasSearchShortcut = () => sharedStorage.read(key) !== 'off';

export const saveSearchShortcut = (isOn: boolean) => sharedStorage.write(key, isOn ? 'on' : 'off');
