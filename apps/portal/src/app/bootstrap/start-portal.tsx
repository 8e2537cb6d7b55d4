import type { PortalSettings } from '@portal/contract';
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { startAnalytics } from '../../analytics/analytics.ts';
import { fetchAttention } from '../../api/attention.api.ts';
import { dropEarlyRequests } from '../../api/http/early-requests.ts';
import { sessionApi } from '../../api/session.api.ts';
import { fetchWorkspaces } from '../../api/workspaces.api.ts';
import { paths } from '../../lib/paths.ts';
import { sleep } from '../../lib/sleep.ts';
import { decideAccess } from '../guards/access-rules.ts';
import { Portal } from '../portal.tsx';
import { preloadPage, routes } from '../routes.tsx';
import { createStore } from '../store.ts';
import type { ThemeChoice } from '../theme/theme-choice.ts';
import type { InitialWhoami } from './fetch-whoami.ts';

/** The longest time that the first render waits for the lists. Usually they have arrived when the code runs. */
const maxListWaitMs = 100;

/** Renders the portal when the session and the code of the first page are loaded. */
export async function startPortal(
  root: Root,
  settings: PortalSettings,
  theme: ThemeChoice,
  whoamiRequest: Promise<InitialWhoami>,
): Promise<void> {
  const store = createStore(settings);
  const { pathname } = window.location;
  const pageLoad = preloadPage(pathname);
  const router = createBrowserRouter(routes);
  const whoami = await whoamiRequest;
  if (whoami) await store.dispatch(sessionApi.util.upsertQueryData('whoami', undefined, whoami));
  // `before-paint.js` requested the list and what needs the user together with the session. The API rejects that for users who cannot open the page.
  const isAllowed = whoami && decideAccess({ route: 'workspaces', user: whoami.user }) === 'allowed';
  const needsLists = isAllowed && pathname === paths.workspaces;
  if (!needsLists) dropEarlyRequests();
  const listRequests = needsLists ? [store.dispatch(fetchWorkspaces()), store.dispatch(fetchAttention())] : [];
  const lists = Promise.all(listRequests);
  // With them, the first render has no skeletons, which a slow computer would first have to paint.
  await Promise.all([pageLoad, needsLists && Promise.race([lists, sleep(maxListWaitMs)])]);
  root.render(
    <StrictMode>
      <Portal {...{ settings, store, theme, router }} />
    </StrictMode>,
  );
  // Waits for the lists, so that the analytics client does not compete with them for bandwidth.
  startAnalytics(settings.analytics, lists);
}
