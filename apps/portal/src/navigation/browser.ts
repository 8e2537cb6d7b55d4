import { createContext, use } from 'react';

/** What the portal asks of the browser beyond its own pages. */
export interface Browser {
  /** The path of the page that is shown, with query and fragment. */
  readonly here: () => string;
  /** Goes to an address outside the portal. */
  readonly assign: (address: string) => void;
  /** The same, with no way back to where it was: for pages that would only send people on, and trips that end where they began. */
  readonly replace: (address: string) => void;
  readonly reload: () => void;
  readonly openTab: (address: string) => void;
}

export const thisBrowser: Browser = {
  here: () => window.location.pathname + window.location.search + window.location.hash,
  assign: (address) => window.location.assign(address),
  replace: (address) => window.location.replace(address),
  reload: () => window.location.reload(),
  openTab: (address) => void window.open(address, '_blank', 'noopener'),
};

export const BrowserContext = createContext<Browser>(thisBrowser);

export const useBrowser = () => use(BrowserContext);
