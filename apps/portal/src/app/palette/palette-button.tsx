import { Icon, isPaletteKey } from '@portal/ui';
import { lazy, startTransition, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { paletteKeyLabel, paletteKeyShortcut } from '../../lib/palette-key.ts';

const loadPalette = () => import('./palette.tsx');
const Palette = lazy(loadPalette);
/** A failure is shown when the palette is opened. */
const preloadPalette = () => void loadPalette().catch(() => undefined);

/** Elements that handle the key themselves, or that cover the page. */
const keyTargets = 'input, textarea, select, [contenteditable], [role=menu], [role=dialog], [role=alertdialog]';

/**
 * Opens the command palette. So does Ctrl-K or Cmd-K outside text fields. The palette is fetched when the user presses Ctrl or Cmd, or reaches
 * for the button: most visits do not need it, and it would be a third of the requests of the first page.
 */
export function PaletteButton() {
  /** The key of the palette, so that it opens without the previous query. */
  const [openings, setOpenings] = useState(0);
  const [isOpen, setOpen] = useState(false);
  // A transition, because the palette shows nothing until its chunk has loaded.
  const open = () =>
    startTransition(() => {
      setOpenings((count) => count + 1);
      setOpen(true);
    });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Control' || event.key === 'Meta') preloadPalette();
    if (!isPaletteKey(event) || document.activeElement?.closest(keyTargets)) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={paletteKeyShortcut}
        className="palette-button"
        onPointerEnter={preloadPalette}
        onFocus={preloadPalette}
        onClick={open}
      >
        <Icon name="search" />
        <span className="max-lg:sr-only">Search</span>
        <kbd aria-hidden className="key-cap max-md:hidden pointer-coarse:hidden">
          {paletteKeyLabel}
        </kbd>
      </button>
      <Suspense>{openings > 0 && <Palette key={openings} open={isOpen} onOpenChange={setOpen} />}</Suspense>
    </>
  );
}
