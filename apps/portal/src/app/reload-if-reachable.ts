import { tabStorage } from '../navigation/tab-storage.ts';

const key = 'SI:RELOADED-AT';

/** In milliseconds. A page that a reload did not help is not reloaded again sooner than that. */
const betweenReloads = 30_000;

/**
 * Reloads a page whose code could not be loaded, if the portal answers by now. Where the browser does not store when that
 * was, it does not reload: it would do so again and again.
 */
export async function reloadIfReachable(reload: () => void): Promise<void> {
  const isDue = () => Date.now() - Number(tabStorage.read(key)) > betweenReloads;
  if (!isDue()) return;
  const response = await fetch(`/manifest.json?t=${Date.now()}`, { cache: 'no-store' }).catch(() => undefined);
  if (!response?.ok || !isDue()) return;
  if (tabStorage.write(key, String(Date.now()))) reload();
}
