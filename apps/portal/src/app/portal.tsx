import type { PortalSettings } from '@portal/contract';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router/dom';
import { SettingsProvider } from '../settings/settings-context.ts';
import type { createPortalRouter } from './router.tsx';
import type { createStore } from './store.ts';
import type { ThemeChoice } from './theme/theme-choice.ts';
import { ThemeProvider } from './theme/theme-context.ts';

export interface PortalProps {
  settings: PortalSettings;
  store: ReturnType<typeof createStore>;
  theme: ThemeChoice;
  router: ReturnType<typeof createPortalRouter>;
}

export function Portal({ settings, store, theme, router }: PortalProps) {
  return (
    <SettingsProvider value={settings}>
      <ThemeProvider value={theme}>
        <Provider store={store}>
          <RouterProvider router={router} />
        </Provider>
      </ThemeProvider>
    </SettingsProvider>
  );
}
