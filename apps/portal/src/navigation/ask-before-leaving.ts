const leaving = new EventTarget();

/** Has the browser ask before the page is left, until the answer is called or somebody leaves knowingly. */
export function askBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  const stop = () => window.removeEventListener('beforeunload', ask);
  window.addEventListener('beforeunload', ask);
  leaving.addEventListener('unasked', stop, { once: true });
  return () => {
    stop();
    leaving.removeEventListener('unasked', stop);
  };
}

/** Lets the page be left without that question: for a way that somebody has just chosen knowingly. */
export const leaveUnasked = () => void leaving.dispatchEvent(new Event('unasked'));
