const loginKey = 'SI-LOGGED-IN';
const logoutKey = 'SI-LOGGED-OUT';

/** Notifies the other tabs of this browser, through storage events. */
function announce(key: string): void {
  try {
    window.localStorage.setItem(key, 'now');
    window.localStorage.removeItem(key);
  } catch {
    // The browser forbids local storage. The other tabs refetch the session when the user returns to them.
  }
}

function subscribe(announcedKey: string, listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === announcedKey && newValue !== null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

export const announceLogin = () => announce(loginKey);
export const announceLogout = () => announce(logoutKey);

/** Calls the listener after each login in another tab. Returns a function that unsubscribes it. */
export const onLoginInOtherTab = (listener: () => void) => subscribe(loginKey, listener);

/** Calls the listener after each logout in another tab. Returns a function that unsubscribes it. */
export const onLogoutInOtherTab = (listener: () => void) => subscribe(logoutKey, listener);
