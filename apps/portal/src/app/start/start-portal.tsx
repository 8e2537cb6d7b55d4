import type { PortalSettings } from '@portal/contract';
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { startAnalytics } from '../../analytics/analytics.ts';
import { sessionApi } from '../../api/session.api.ts';
import { fetchWorkspaces } from '../../api/workspaces.api.ts';
import { visitedPages } from '../../navigation/history.ts';
import { recognised } from '../../http/session-end.ts';
import { paths } from '../../navigation/paths.ts';
import { Portal } from '../portal.tsx';
import { fetchPageAt } from '../router.tsx';
import { createStore } from '../store.ts';
import type { ThemeChoice } from '../theme/theme-choice.ts';
import { whereTo } from '../where-to.ts';
import type { FirstAnswer } from './ask-whoami.ts';

/** Starts the portal proper, with what was learnt while its code was loading. */
export async function startPortal(root: Root, settings: PortalSettings, theme: ThemeChoice, first: FirstAnswer) {
  const store = createStore(settings);
  const visited = visitedPages();
  const { pathname } = visited.place.location;
  if (first) {
    store.dispatch(recognised());
    await store.dispatch(sessionApi.util.upsertQueryData('whoami', undefined, first));
    // The list is on its way while the page's code is, and while it is drawn for the first time.
    const route = 'workspaces';
    if (pathname === paths[route] && whereTo({ route, user: first.user }) === 'stay') store.dispatch(fetchWorkspaces());
  }
  await fetchPageAt(pathname);
  root.render(
    <StrictMode>
      <Portal {...{ settings, store, theme, visited }} />
    </StrictMode>,
  );
  startAnalytics(settings.analytics);
}
