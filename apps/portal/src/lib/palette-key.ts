const isMac = /Mac/.test(navigator.userAgent);

/** The key that opens the command palette, as the keyboard of the user names it. */
export const paletteKeyLabel = isMac ? '⌘K' : 'Ctrl K';

/** The same for `aria-keyshortcuts`. */
export const paletteKeyShortcut = isMac ? 'Meta+K' : 'Control+K';
