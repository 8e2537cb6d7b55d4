const leaving = new EventTarget();
const asking = new Set<() => void>();

/** Has the browser ask before the page is left, until the answer is called or somebody leaves knowingly. */
export function askBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  const stop = () => window.removeEventListener('beforeunload', ask);
  window.addEventListener('beforeunload', ask);
  leaving.addEventListener('unasked', stop, { once: true });
  asking.add(stop);
  return () => {
    stop();
    leaving.removeEventListener('unasked', stop);
    asking.delete(stop);
    leaving.dispatchEvent(new Event('one fewer'));
  };
}

/** Lets the page be left without that question: for a way that somebody has just chosen knowingly. */
export const leaveUnasked = () => void leaving.dispatchEvent(new Event('unasked'));

/** Whether leaving the page would lose something. */
export const wouldLose = () => asking.size > 0;

/** Comes once leaving the page loses nothing: what was changed on it is saved, undone or given up. */
export function onceNothingIsLost(): Promise<void> {
  if (!wouldLose()) return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => {
      if (wouldLose()) return;
      leaving.removeEventListener('one fewer', look);
      resolve();
    };
    leaving.addEventListener('one fewer', look);
  });
}
