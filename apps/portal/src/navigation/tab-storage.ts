/** A browser that forbids session storage throws when it is touched, and so does a full one when it is written to. */
function attempt<Result>(act: (storage: Storage) => Result): Result | null {
  try {
    return act(window.sessionStorage);
  } catch {
    return null;
  }
}

/** What one tab remembers on its way to another page and back, where the browser lets it; it goes that way all the same. */
export const tabStorage = {
  read: (key: string) => attempt((storage) => storage.getItem(key)),
  /** Whether it is stored. */
  write: (key: string, text: string) =>
    attempt((storage) => {
      storage.setItem(key, text);
      return true;
    }) ?? false,
  forget: (key: string) => attempt((storage) => storage.removeItem(key)),
};
