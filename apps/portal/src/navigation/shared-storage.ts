/** What could not be written to local storage. */
const memory = new Map<string, string>();

/**
 * What all tabs of this browser remember, across reloads. Where the browser forbids local storage, or it is full, this
 * page remembers until it is left.
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
};
