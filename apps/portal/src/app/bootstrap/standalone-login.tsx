import type { PortalSettings } from '@portal/contract';
import { LoginScreen } from '../../features/login/login-screen.tsx';
import { BrowserContext, windowBrowser } from '../../lib/browser.ts';
import { paths } from '../../lib/paths.ts';
import { SettingsProvider } from '../../lib/settings-context.ts';
import { Footer } from '../layout/footer.tsx';
import type { ThemeChoice } from '../theme/theme-choice.ts';
import { ThemeProvider } from '../theme/theme-context.ts';

export interface StandaloneLoginProps {
  settings: PortalSettings;
  theme: ThemeChoice;
  signup: boolean;
  search: string;
}

/** The login page for the first page load. It has no router and no store, to keep its bundle small. */
export function StandaloneLogin({ settings, theme, signup, search }: StandaloneLoginProps) {
  return (
    <SettingsProvider value={settings}>
      <ThemeProvider value={theme}>
        <BrowserContext value={windowBrowser}>
          <div className="flex min-h-dvh flex-col">
            <LoginScreen signup={signup} search={search} />
            <Footer
              legal={
                <a href={paths.legal()} className="quiet-link">
                  Legal
                </a>
              }
            />
          </div>
        </BrowserContext>
      </ThemeProvider>
    </SettingsProvider>
  );
}
