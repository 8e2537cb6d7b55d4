import { themeKey } from '@portal/contract';

interface StorageBackend {
  read: () => string | null;
  /** Returns whether the value is stored. Null removes it. */
  write: (text: string | null) => boolean;
}

function webStorage(name: 'localStorage' | 'sessionStorage'): StorageBackend {
  return {
    read: () => window[name].getItem(themeKey),
    write: (text) => {
      if (text === null) window[name].removeItem(themeKey);
      else window[name].setItem(themeKey, text);
      return true;
    },
  };
}

const cookieName = `lS_${encodeURIComponent(themeKey)}`;
const yearSeconds = 365 * 24 * 60 * 60;

const cookie: StorageBackend = {
  read: () => {
    const pair = document.cookie.split('; ').find((text) => text.startsWith(`${cookieName}=`));
    return pair === undefined ? null : decodeURIComponent(pair.slice(cookieName.length + 1));
  },
  write: (text) => {
    const value = text === null ? '; max-age=0' : `${encodeURIComponent(text)}; max-age=${yearSeconds}`;
    document.cookie = `${cookieName}=${value}; path=/; SameSite=Lax`;
    return cookie.read() === text;
  },
};

function createMemory(): StorageBackend {
  let stored: string | null = null;
  return {
    read: () => stored,
    write: (text) => {
      stored = text;
      return true;
    },
  };
}

/** Any access throws if the browser forbids a storage. */
function withFallback<Result>(access: () => Result, fallback: Result): Result {
  try {
    return access();
  } catch {
    return fallback;
  }
}

/** Local storage, session storage, cookie, memory: the first that works. Source: specification section 4, "Theme". */
export function createThemeStorage() {
  const backends = [webStorage('localStorage'), webStorage('sessionStorage'), cookie, createMemory()];
  return {
    read: () => backends.reduce<string | null>((value, backend) => value ?? withFallback(backend.read, null), null),
    write: (text: string | null) => {
      // Remove older values first. Otherwise one in a storage that is now full would take precedence.
      for (const backend of backends) withFallback(() => backend.write(null), false);
      if (text !== null) backends.some((backend) => withFallback(() => backend.write(text), false));
    },
  };
}
