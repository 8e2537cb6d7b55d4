const storageKey = 'SI-LOGGED-IN';

/** Notifies the other tabs of this browser of a login, through storage events. */
export function announceLogin(): void {
  try {
    window.localStorage.setItem(storageKey, 'now');
    window.localStorage.removeItem(storageKey);
  } catch {
    // The browser forbids local storage. The other tabs refetch the session when the user returns to them.
  }
}

/** Calls the listener after each login in another tab. Returns a function that unsubscribes it. */
export function onLoginInOtherTab(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === storageKey && newValue !== null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
