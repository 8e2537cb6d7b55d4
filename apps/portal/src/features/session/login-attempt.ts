const key = 'SI-LOGIN-ATTEMPT';
const lately = 60_000;

function storage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** Notes that this tab was sent to the login just now. */
export const noteLoginAttempt = () => storage()?.setItem(key, String(Date.now()));

/** Somebody who comes back from the login without being logged in must not be sent there again at once, for ever. */
export const cameBackFromLogin = () => Date.now() - Number(storage()?.getItem(key) ?? 0) < lately;

export const forgetLoginAttempt = () => storage()?.removeItem(key);
