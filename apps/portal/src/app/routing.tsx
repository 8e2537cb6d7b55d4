import { createContext, use, useLayoutEffect, useState, useTransition } from 'react';
import { Router, useRoutes } from 'react-router';
import { VisitedPagesContext, type Place, type VisitedPages } from '../navigation/history.ts';
import { FaultBoundary } from './fault-boundary.tsx';
import { fetchPageAt, routes } from './router.tsx';

const OnItsWay = createContext(false);

/** Whether the code of the next page is on its way. */
export const useIsPageOnItsWay = () => use(OnItsWay);

/** Shows the page of the place where the visit is; the one before it stays until the next one's code is there. */
export function Routing({ visited }: { visited: VisitedPages }) {
  const [place, setPlace] = useState(visited.place);
  const [isOnItsWay, startTransition] = useTransition();
  useLayoutEffect(() => {
    const show = (next: Place) => startTransition(() => setPlace(next));
    return visited.watch((next) => {
      const code = fetchPageAt(next.location.pathname);
      if (!code) {
        show(next);
        return;
      }
      startTransition(async () => {
        await code;
        if (visited.place === next) show(next);
      });
    });
  }, [visited]);
  return (
    <VisitedPagesContext value={visited}>
      <OnItsWay value={isOnItsWay}>
        <Router navigator={visited} location={place.location} navigationType={place.action}>
          <FaultBoundary place={place}>
            <Pages />
          </FaultBoundary>
        </Router>
      </OnItsWay>
    </VisitedPagesContext>
  );
}

const Pages = () => useRoutes(routes);
