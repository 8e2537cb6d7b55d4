const key = 'SI:LOGGED-IN';

/** Tells the other tabs of this browser that somebody logged in here, where it lets pages keep anything. */
export function tellOtherTabs(): void {
  try {
    window.localStorage.setItem(key, 'now');
    window.localStorage.removeItem(key);
  } catch {
    // They find out once somebody comes back to them.
  }
}

/** Hears of a login in another tab of this browser, also while nobody looks at this one; answers how to stop. */
export function onLoginElsewhere(hear: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key && event.newValue !== null) hear();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
