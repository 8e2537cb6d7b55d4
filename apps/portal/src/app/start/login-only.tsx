import type { PortalSettings } from '@portal/contract';
import { LoginScreen } from '../../features/session/login-screen.tsx';
import { BrowserContext, thisBrowser } from '../../navigation/browser.ts';
import { paths } from '../../navigation/paths.ts';
import { SettingsProvider } from '../../settings/settings-context.ts';
import { Footer } from '../shell/footer.tsx';
import type { ThemeChoice } from '../theme/theme-choice.ts';
import { ThemeProvider } from '../theme/theme-context.ts';

export interface LoginOnlyProps {
  settings: PortalSettings;
  theme: ThemeChoice;
  signup: boolean;
}

/** The first screen of somebody who is not logged in, without router and store: it is to be light. */
export function LoginOnly({ settings, theme, signup }: LoginOnlyProps) {
  return (
    <SettingsProvider value={settings}>
      <ThemeProvider value={theme}>
        <BrowserContext value={thisBrowser}>
          <div className="flex min-h-dvh flex-col">
            <LoginScreen signup={signup} />
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
