import { leaving } from './leave-unasked.ts';

/** What would be lost, and what only has to be waited for. */
const asking = new Set<object>();
const holding = new Set<object>();

function enter(list: Set<object>): () => void {
  const one = {};
  list.add(one);
  leaving.dispatchEvent(new Event('change'));
  return () => {
    list.delete(one);
    leaving.dispatchEvent(new Event('change'));
  };
}

/** Has the browser ask before the page is left, until the answer is called or somebody leaves knowingly. */
export function askBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  const stop = () => window.removeEventListener('beforeunload', ask);
  window.addEventListener('beforeunload', ask);
  leaving.addEventListener('unasked', stop, { once: true });
  const exit = enter(asking);
  return () => {
    stop();
    leaving.removeEventListener('unasked', stop);
    exit();
  };
}

/** Has `onceNothingIsLost` wait until the answer is called, without a question to whoever leaves by themselves. */
export const holdBack = () => enter(holding);

/** Whether leaving the page would lose something. */
export const wouldLose = () => asking.size > 0;

/** Tells when that may have changed, until the answer is called. */
export function watchLosses(tell: () => void): () => void {
  leaving.addEventListener('change', tell);
  return () => leaving.removeEventListener('change', tell);
}

/** Comes once leaving the page loses nothing: what was changed on it is saved, undone or given up. */
export function onceNothingIsLost(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (asking.size + holding.size > 0) return;
      stop();
      resolve();
    };
    const stop = watchLosses(look);
    look();
  });
}
