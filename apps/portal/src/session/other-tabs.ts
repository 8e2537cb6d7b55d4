const storageKey = 'SI:LOGGED-IN';

/** Tells the other tabs of this browser that a user logged in here. Nothing stays in the storage. */
export function announceLogin(): void {
  try {
    window.localStorage.setItem(storageKey, 'now');
    window.localStorage.removeItem(storageKey);
  } catch {
    // The browser forbids local storage: the other tabs ask once the user comes back to them.
  }
}

/** Calls the listener for each login in another tab of this browser, until the returned function is called. */
export function onLoginElsewhere(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === storageKey && newValue !== null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
