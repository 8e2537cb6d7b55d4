import { leaving } from './leave-unasked.ts';

/** What would be lost, and what only has to be waited for. */
const asking = new Set<object>();
const holding = new Set<object>();

/**
 * React runs all cleanups of a commit before its new effects. The event waits for both, so that a listener does not act
 * between the end of one reason to stay and the start of the next.
 */
const notifyOfChange = () => queueMicrotask(() => leaving.dispatchEvent(new Event('change')));

function enter(list: Set<object>): () => void {
  const one = {};
  list.add(one);
  notifyOfChange();
  return () => {
    list.delete(one);
    notifyOfChange();
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

/** Makes `onceNothingIsPending` wait until the returned function is called. It does not ask a user who leaves. */
export const holdBack = () => enter(holding);

/** Has `onceNothingIsPending` wait for a request, also where the user leaves its page meanwhile. */
export async function holdBackDuring<Result>(request: () => Promise<Result>): Promise<Result> {
  const release = holdBack();
  try {
    return await request();
  } finally {
    release();
  }
}

/** Whether a request is pending that leaving the page would abort. */
export const isPending = () => holding.size > 0;

/** Whether leaving the page would lose something. */
export const wouldLose = () => asking.size > 0;

/** Tells when that may have changed, until the answer is called. */
export function watchLosses(tell: () => void): () => void {
  leaving.addEventListener('change', tell);
  return () => leaving.removeEventListener('change', tell);
}

/** Comes once no request is pending that leaving the page would abort. */
export const onceNothingIsPending = () => once(() => !isPending());

/** Comes once leaving the page loses nothing: what was changed on it is saved, undone or given up. */
export const onceNothingIsLost = () => once(() => asking.size + holding.size === 0);

function once(isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo()) return;
      stop();
      resolve();
    };
    const stop = watchLosses(look);
    look();
  });
}
