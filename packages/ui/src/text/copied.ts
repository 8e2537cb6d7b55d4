import { useCallback, useEffect, useRef, useState } from 'react';

export type CopyState = 'idle' | 'copied' | 'failed';

const shownFor = 2000;

/** Copies to the clipboard and tells for two seconds how it went. */
export function useCopy(onCopied: (() => void) | undefined) {
  const [state, setState] = useState<CopyState>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const tell = useCallback(
    (copied: boolean) => {
      setState(copied ? 'copied' : 'failed');
      if (copied) onCopied?.();
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setState('idle'), shownFor);
    },
    [onCopied],
  );
  const copy = useCallback(async (text: string) => tell(await writeClipboard(text)), [tell]);
  /** For what was copied by hand. */
  const tellCopied = useCallback(() => tell(true), [tell]);
  return { state, copy, tellCopied };
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The browser refused, or the page is not served safely: the button says so, and the text can be selected.
    return false;
  }
}
