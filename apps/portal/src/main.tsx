import './portal.css';
import { Alert, loadIcons } from '@portal/ui';
import { createRoot } from 'react-dom/client';
import { startAnalytics, trackPage } from './analytics/analytics.ts';
import { fetchWhoami } from './app/bootstrap/fetch-whoami.ts';
import { isMobile } from './app/guards/is-mobile.ts';
import { loadSettings } from './app/bootstrap/load-settings.ts';
import { StandaloneLogin } from './app/bootstrap/standalone-login.tsx';
import { startupErrorMessage } from './app/bootstrap/startup-error-message.ts';
import { isOpenOnPhones } from './app/guards/phone-access.ts';
import { reloadIfReachable } from './app/reload-if-reachable.ts';
import { createThemeChoice } from './app/theme/theme-choice.ts';
import { SplashScreen } from './components/splash-screen.tsx';
import { paths } from './lib/paths.ts';

const element = document.getElementById('root');
if (!element) throw new Error('The document has no #root element');
const root = createRoot(element);
const theme = createThemeChoice();

const loadPortal = () => import('./app/bootstrap/start-portal.tsx');

/** The paths that show the login page to anonymous visitors. */
const loginPaths: readonly string[] = ['/', paths.login, paths.signup];

/** The document has a splash screen. After a while this one, which offers to reload the page, takes its place. */
const splashDelayMs = 2_000;

async function start() {
  const splash = setTimeout(() => root.render(<SplashScreen value={30} />), splashDelayMs);
  await showFirstPage().finally(() => clearTimeout(splash));
}

/** Requests the session while the code loads, and shows the login page or the portal. */
async function showFirstPage(): Promise<void> {
  const isLoginPath = loginPaths.includes(window.location.pathname);
  const portalModule = isLoginPath ? undefined : loadPortal();
  const settings = await loadSettings();
  const whoamiRequest = fetchWhoami(settings);
  if (isLoginPath && (await whoamiRequest) === null) {
    const signup = window.location.pathname === paths.signup;
    document.title = `${signup ? 'Sign up' : 'Log in'} · ${settings.productName}`;
    startAnalytics(settings.analytics);
    trackPage({ route: signup ? 'signup' : 'login', pattern: paths[signup ? 'signup' : 'login'] });
    root.render(<StandaloneLogin {...{ settings, theme, signup }} search={window.location.search} />);
    return;
  }
  const { startPortal } = await (portalModule ?? loadPortal());
  await startPortal(root, settings, theme, whoamiRequest);
}

/** The interval between attempts after a failed start. */
const retryIntervalMs = 3_000;

/** Without the code of the portal and the session. */
async function showMobileNotice() {
  const [{ MobileNotice }, { supportEmail }] = await Promise.all([
    import('./app/notices/mobile-notice.tsx'),
    loadSettings(),
    loadIcons(),
  ]);
  root.render(<MobileNotice supportEmail={supportEmail} />);
}

const needsDesktop = isMobile(navigator.userAgent) && !isOpenOnPhones(window.location.pathname);
const startup = needsDesktop ? showMobileNotice() : start();
startup.catch((cause: unknown) => {
  root.render(
    <main className="mx-auto max-w-form p-8">
      <Alert title="The account portal could not start" message={startupErrorMessage(cause)} />
    </main>,
  );
  setInterval(() => void reloadIfReachable(() => window.location.reload()), retryIntervalMs);
  throw cause;
});
