import type { PortalSettings } from '@portal/contract';
import { Provider } from 'react-redux';
import type { VisitedPages } from '../navigation/history.ts';
import { SettingsProvider } from '../settings/settings-context.ts';
import { Routing } from './routing.tsx';
import type { createStore } from './store.ts';
import type { ThemeChoice } from './theme/theme-choice.ts';
import { ThemeProvider } from './theme/theme-context.ts';

export interface PortalProps {
  settings: PortalSettings;
  store: ReturnType<typeof createStore>;
  theme: ThemeChoice;
  visited: VisitedPages;
}

export function Portal({ settings, store, theme, visited }: PortalProps) {
  return (
    <SettingsProvider value={settings}>
      <ThemeProvider value={theme}>
        <Provider store={store}>
          <Routing visited={visited} />
        </Provider>
      </ThemeProvider>
    </SettingsProvider>
  );
}
