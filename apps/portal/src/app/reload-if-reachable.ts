import { tabStorage } from '../lib/storage.ts';

const storageKey = 'SI-RELOADED-AT';

/** Prevents a loop of reloads that do not help. */
const minIntervalMs = 30_000;

/**
 * Reloads a page whose code could not be loaded, if the portal is reachable. If the browser cannot store the time of the
 * reload, it does not reload, because it could not detect a loop.
 */
export async function reloadIfReachable(reload: () => void): Promise<void> {
  const mayReload = () => Date.now() - Number(tabStorage.read(storageKey)) > minIntervalMs;
  if (!mayReload()) return;
  const response = await fetch(`/manifest.json?t=${Date.now()}`, { cache: 'no-store' }).catch(() => undefined);
  if (!response?.ok || !mayReload()) return;
  if (tabStorage.write(storageKey, String(Date.now()))) reload();
}
