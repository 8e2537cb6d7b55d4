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

/** What listens comes once the page is at rest; until then it is noted that there was something to hear. */
let isMissed = false;
const miss = () => {
  isMissed = true;
};
let hear = miss;

window.addEventListener('storage', ({ key: told, newValue }) => {
  if (told === key && newValue !== null) hear();
});

/** Hears of a login in another tab of this browser, also while nobody looks at this one, and of one before; answers how to stop. */
export function onLoginElsewhere(listener: () => void): () => void {
  hear = listener;
  if (isMissed) listener();
  isMissed = false;
  return () => {
    hear = miss;
  };
}
