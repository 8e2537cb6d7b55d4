import type { PortalSettings } from '@portal/contract';
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { startAnalytics } from '../../analytics/analytics.ts';
import { sessionApi } from '../../api/session.api.ts';
import { visitedPages } from '../../navigation/history.ts';
import { recognised } from '../../http/session-end.ts';
import { Portal } from '../portal.tsx';
import { fetchPageAt } from '../router.tsx';
import { createStore } from '../store.ts';
import type { ThemeChoice } from '../theme/theme-choice.ts';
import type { FirstAnswer } from './ask-whoami.ts';

/** Starts the portal proper, with what was learnt while its code was loading. */
export async function startPortal(root: Root, settings: PortalSettings, theme: ThemeChoice, first: FirstAnswer) {
  const store = createStore(settings);
  if (first) {
    store.dispatch(recognised());
    await store.dispatch(sessionApi.util.upsertQueryData('whoami', undefined, first));
  }
  const visited = visitedPages();
  await fetchPageAt(visited.place.location.pathname);
  root.render(
    <StrictMode>
      <Portal {...{ settings, store, theme, visited }} />
    </StrictMode>,
  );
  startAnalytics(settings.analytics);
}
