import type { PortalSettings } from '@portal/contract';
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { startAnalytics } from '../../analytics/analytics.ts';
import { sessionApi } from '../../api/session.api.ts';
import { fetchWorkspaces } from '../../api/workspaces.api.ts';
import { paths } from '../../navigation/paths.ts';
import { Portal } from '../portal.tsx';
import { preloadPage, routes } from '../routes.tsx';
import { createStore } from '../store.ts';
import type { ThemeChoice } from '../theme/theme-choice.ts';
import type { FirstAnswer } from './ask-whoami.ts';

/** Starts the portal proper while it is asked who is there. */
export async function startPortal(
  root: Root,
  settings: PortalSettings,
  theme: ThemeChoice,
  asked: Promise<FirstAnswer>,
): Promise<void> {
  const store = createStore(settings);
  const { pathname } = window.location;
  // One wait less: whoever is not let through to the list is not told it.
  const list = pathname === paths.workspaces ? store.dispatch(fetchWorkspaces()) : Promise.resolve();
  const code = preloadPage(pathname);
  const router = createBrowserRouter(routes);
  const first = await asked;
  if (first) await store.dispatch(sessionApi.util.upsertQueryData('whoami', undefined, first));
  await code;
  root.render(
    <StrictMode>
      <Portal {...{ settings, store, theme, router }} />
    </StrictMode>,
  );
  // While the list is awaited, the browser is idle and its line is not.
  startAnalytics(settings.analytics, list);
}
