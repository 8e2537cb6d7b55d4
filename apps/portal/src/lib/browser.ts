import { createContext, use } from 'react';

/** The browser functions that the portal uses outside the router. Tests replace them. */
export interface Browser {
  /** The path of the current page, with query and fragment. */
  readonly currentPath: () => string;
  /** Navigates to a URL outside the portal. */
  readonly assign: (url: string) => void;
  /** Navigates without a history entry, for pages that only redirect and for round trips to an instance. */
  readonly replace: (url: string) => void;
  /** Replaces the URL of the current page without loading one, so that a reload opens the new URL. */
  readonly replaceUrl: (path: string) => void;
  readonly reload: () => void;
  /** Whether the user opened this document by the back or forward button. */
  readonly isBackNavigation: () => boolean;
  readonly openTab: (url: string) => void;
  /** Saves a file in the folder of downloads. */
  readonly saveFile: (content: Blob, name: string) => void;
}

export const windowBrowser: Browser = {
  currentPath: () => window.location.pathname + window.location.search + window.location.hash,
  assign: (url) => window.location.assign(url),
  replace: (url) => window.location.replace(url),
  replaceUrl: (path) => window.history.replaceState(window.history.state, '', path),
  reload: () => window.location.reload(),
  isBackNavigation: () =>
    performance
      .getEntriesByType('navigation')
      .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward'),
  openTab: (url) => void window.open(url, '_blank', 'noopener'),
  saveFile: (content, name) => {
    const url = URL.createObjectURL(content);
    Object.assign(document.createElement('a'), { href: url, download: name }).click();
    URL.revokeObjectURL(url);
  },
};

/** Until then, browsers replace the history entry of the page when it navigates without a click. */
export const whenPageLoaded = () =>
  new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve();
    else window.addEventListener('load', () => setTimeout(resolve), { once: true });
  });

export const BrowserContext = createContext<Browser>(windowBrowser);

export const useBrowser = () => use(BrowserContext);
