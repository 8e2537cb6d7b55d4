/** Values that could not be written to local storage. */
const memory = new Map<string, string>();

/**
 * Local storage, which all tabs share. If the browser forbids it, or it is full, the values last until the page is
 * unloaded.
 */
export const sharedStorage = {
  read(key: string): string | null {
    try {
      return memory.get(key) ?? window.localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write(key: string, text: string): void {
    try {
      window.localStorage.setItem(key, text);
      memory.delete(key);
    } catch {
      memory.set(key, text);
    }
  },
  remove(key: string): void {
    memory.delete(key);
    try {
      window.localStorage.removeItem(key);
    } catch {
      // The browser forbids local storage, so it has no value.
    }
  },
};

/** Any access throws if the browser forbids session storage, and a write throws if it is full. */
function withSessionStorage<Result>(access: (storage: Storage) => Result): Result | null {
  try {
    return access(window.sessionStorage);
  } catch {
    return null;
  }
}

/** Session storage, which belongs to one tab. If the browser forbids it, reads return null and writes do nothing. */
export const tabStorage = {
  read: (key: string) => withSessionStorage((storage) => storage.getItem(key)),
  /** Returns whether the value is stored. */
  write: (key: string, text: string) =>
    withSessionStorage((storage) => {
      storage.setItem(key, text);
      return true;
    }) ?? false,
  remove: (key: string) => withSessionStorage((storage) => storage.removeItem(key)),
};

const listQueryKey = 'SI-WORKSPACE-LIST';

/**
 * Stores the query of the list of workspaces, with its search and filters, so that other pages lead back to what the user saw. For
 * one user, because another one may log in in the same tab.
 */
export const saveListQuery = (userId: string, query: string) => void tabStorage.write(listQueryKey, userId + query);

/** The query that the list of workspaces had last, or an empty text. */
export function savedListQuery(userId: string): string {
  const saved = tabStorage.read(listQueryKey) ?? '';
  return saved.startsWith(userId) ? saved.slice(userId.length) : '';
}

export const clearListQuery = () => tabStorage.remove(listQueryKey);
