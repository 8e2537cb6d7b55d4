import { useCallback, useEffect, useRef, useState } from 'react';

export type CopyState = 'idle' | 'copied' | 'failed';

const feedbackDurationMs = 2000;

/** Copies to the clipboard and returns the result for two seconds. */
export function useCopy(onCopied: (() => void) | undefined) {
  const [state, setState] = useState<CopyState>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const showResult = useCallback(
    (copied: boolean) => {
      setState(copied ? 'copied' : 'failed');
      if (copied) onCopied?.();
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setState('idle'), feedbackDurationMs);
    },
    [onCopied],
  );
  const copy = useCallback(async (text: string) => showResult(await writeClipboard(text)), [showResult]);
  /** Call this if the user copied the text by the keyboard. */
  const markCopied = useCallback(() => showResult(true), [showResult]);
  return { state, copy, markCopied };
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The browser denied access, or the page has no secure context.
    return false;
  }
}
