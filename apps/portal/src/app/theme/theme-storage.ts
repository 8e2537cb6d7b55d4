import { themeKey } from '@portal/contract';

/** Somewhere to keep one text; `write` tells whether it was kept. */
interface Place {
  read: () => string | null;
  write: (text: string | null) => boolean;
}

function inStorage(which: 'localStorage' | 'sessionStorage'): Place {
  return {
    read: () => window[which].getItem(themeKey),
    write: (text) => {
      if (text === null) window[which].removeItem(themeKey);
      else window[which].setItem(themeKey, text);
      return true;
    },
  };
}

const cookieName = `lS_${encodeURIComponent(themeKey)}`;
const year = 365 * 24 * 60 * 60;

const inCookie: Place = {
  read: () => {
    const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${cookieName}=`));
    return found === undefined ? null : decodeURIComponent(found.slice(cookieName.length + 1));
  },
  write: (text) => {
    const value = text === null ? '; max-age=0' : `${encodeURIComponent(text)}; max-age=${year}`;
    document.cookie = `${cookieName}=${value}; path=/; SameSite=Lax`;
    return inCookie.read() === text;
  },
};

function createMemory(): Place {
  let kept: string | null = null;
  return {
    read: () => kept,
    write: (text) => {
      kept = text;
      return true;
    },
  };
}

/** A browser that forbids a storage throws when it is touched; then the next one has to do. */
function attempt<Result>(act: () => Result, otherwise: Result): Result {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

/** Local storage, session storage, cookie, memory: the first that works. Source: specification section 4, "Theme". */
export function createThemeStorage() {
  const places = [inStorage('localStorage'), inStorage('sessionStorage'), inCookie, createMemory()];
  return {
    read: () => places.reduce<string | null>((found, place) => found ?? attempt(place.read, null), null),
    write: (text: string | null) => {
      // What an earlier choice left elsewhere would be found first by and by, for instance in a storage that is full.
      for (const place of places) attempt(() => place.write(null), false);
      if (text !== null) places.some((place) => attempt(() => place.write(text), false));
    },
  };
}
