import type { PortalSettings } from '@portal/contract';
import { Provider } from 'react-redux';
import { RouterProvider, type createBrowserRouter } from 'react-router';
import { SettingsProvider } from '../lib/settings-context.ts';
import { useSessionSync } from '../session/use-session-sync.ts';
import type { createStore } from './store.ts';
import type { ThemeChoice } from './theme/theme-choice.ts';
import { ThemeProvider } from './theme/theme-context.ts';

export interface PortalProps {
  settings: PortalSettings;
  store: ReturnType<typeof createStore>;
  theme: ThemeChoice;
  router: ReturnType<typeof createBrowserRouter>;
}

export function Portal({ settings, store, theme, router }: PortalProps) {
  return (
    <SettingsProvider value={settings}>
      <ThemeProvider value={theme}>
        <Provider store={store}>
          <SessionSync />
          <RouterProvider router={router} />
        </Provider>
      </ThemeProvider>
    </SettingsProvider>
  );
}

/** Outside the router, so that it also detects a login in another tab while the first page is loading. */
function SessionSync() {
  useSessionSync();
  return null;
}
