/** Whether a key opens and closes the command palette: Ctrl-K, on a Mac also Cmd-K. Apart from the palette, whose code loads later. */
export const isPaletteKey = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
