import type { PortalSettings } from '@portal/contract';
import { ClockOffsetContext } from '@portal/ui';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider, type createBrowserRouter } from 'react-router';
import { useServerClockOffset } from '../api/http/server-clock.ts';
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
          <ServerClock>
            <RouterProvider router={router} />
          </ServerClock>
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

/** Relative times count from the time of the API. */
function ServerClock({ children }: { children: ReactNode }) {
  return <ClockOffsetContext value={useServerClockOffset()}>{children}</ClockOffsetContext>;
}
