import { createContext, use } from 'react';
import {
  parsePath,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  type Location,
  type NavigationType,
  type Navigator,
  type To,
} from 'react-router';

type RouterHistory = ReturnType<typeof createBrowserHistory>;

/** Where the portal is, and how it came there. */
export interface Place {
  readonly location: Location;
  readonly action: NavigationType;
}

/** Answers whether it holds a way to a path back; then it may let it go on later. */
export type Doubt = (pathname: string, goOn: () => void) => boolean;

/** The pages that were visited, as the router is given them. */
export interface VisitedPages extends Navigator {
  /** The place that was reached last: not one whose way is held back, although the browser may name it for a moment. */
  readonly place: Place;
  /** Tells each place that is reached, until the answer is called. */
  readonly watch: (tell: (place: Place) => void) => () => void;
  /** Has each way asked about before it is gone, until the answer is called. */
  readonly doubt: (doubt: Doubt) => () => void;
}

/** Asks before a place is left; the router can do that only together with its loading of data, which is 20 KB more. */
export function askingFirst(history: RouterHistory): VisitedPages {
  const here = (): Place => ({ location: history.location, action: history.action });
  let place = here();
  let asked: Doubt | undefined;
  const watchers = new Set<(place: Place) => void>();
  // What a step of the browser's does that was made from here: it undoes one that is held back, or makes it after all.
  let own: 'undoes' | 'goes on' | undefined;

  const reach = () => {
    place = here();
    for (const tell of watchers) tell(place);
  };
  const go = (to: To, make: () => void) => {
    const { pathname = place.location.pathname } = typeof to === 'string' ? parsePath(to) : to;
    const goOn = () => {
      make();
      reach();
    };
    if (!asked?.(pathname, goOn)) goOn();
  };
  history.listen(({ location, delta }) => {
    const mine = own;
    own = undefined;
    if (mine === 'undoes') return;
    const goOn = () => {
      own = 'goes on';
      history.go(delta ?? 0);
    };
    // Where it is not known how far the browser went, there is no way back from it.
    if (mine === undefined && delta && asked?.(location.pathname, goOn)) {
      own = 'undoes';
      history.go(-delta);
      return;
    }
    reach();
  });
  return {
    get place() {
      return place;
    },
    watch: (tell) => {
      watchers.add(tell);
      return () => void watchers.delete(tell);
    },
    doubt: (doubt) => {
      asked = doubt;
      return () => {
        if (asked === doubt) asked = undefined;
      };
    },
    createHref: (to) => history.createHref(to),
    encodeLocation: (to) => history.encodeLocation(to),
    push: (to, state) => go(to, () => history.push(to, state)),
    replace: (to, state) => go(to, () => history.replace(to, state)),
    go: (delta) => history.go(delta),
  };
}

/** Those of this window. */
export const visitedPages = () => askingFirst(createBrowserHistory());

export const VisitedPagesContext = createContext<VisitedPages | undefined>(undefined);

/** For what has to ask before its page is left. */
export function useVisitedPages(): VisitedPages {
  const pages = use(VisitedPagesContext);
  if (!pages) throw new Error('There are no pages to leave');
  return pages;
}
