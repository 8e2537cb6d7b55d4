import { tabStorage } from '../navigation/tab-storage.ts';

const key = 'SI:RELOADED-AT';

/** In milliseconds. */
const firstPause = 2_000;
const longestPause = 30_000;
/** A page that a reload did not help is not reloaded again sooner. */
const betweenReloads = 30_000;

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch(`/manifest.json?t=${Date.now()}`, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Reloads a page whose code could not be loaded as soon as the portal answers again. The result stops it. */
export function reloadOnceReachable(reload: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let pause = firstPause;
  const check = async () => {
    clearTimeout(timer);
    const isDue = Date.now() - Number(tabStorage.read(key) ?? 0) >= betweenReloads;
    const isThere = isDue && (await isReachable());
    if (isStopped) return;
    if (isThere) {
      tabStorage.write(key, String(Date.now()));
      reload();
      return;
    }
    timer = setTimeout(() => void check(), pause);
    pause = Math.min(pause * 1.5, longestPause);
  };
  const onOnline = () => void check();
  window.addEventListener('online', onOnline);
  void check();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    window.removeEventListener('online', onOnline);
  };
}
