import './portal.css';
import { ErrorBox, loadIcons } from '@portal/ui';
import { createRoot } from 'react-dom/client';
import { startAnalytics, trackPage } from './analytics/analytics.ts';
import { isMobile } from './app/mobile.ts';
import { askWhoami } from './app/start/ask-whoami.ts';
import { reloadIfReachable } from './app/reload-if-reachable.ts';
import { LoginOnly } from './app/start/login-only.tsx';
import { startErrorMessage } from './app/start-error-message.ts';
import { StartSplash } from './components/start-splash.tsx';
import { createThemeChoice } from './app/theme/theme-choice.ts';
import { paths } from './navigation/paths.ts';
import { loadSettings } from './settings/load-settings.ts';

const element = document.getElementById('root');
if (!element) throw new Error('The page has no place for the portal');
const root = createRoot(element);
const theme = createThemeChoice();

const loadPortal = () => import('./app/start/start-portal.tsx');

/** The paths that show the login to somebody who is not logged in. */
const loginPaths: readonly string[] = ['/', paths.login, paths.signup];

/** Sooner, the eye would only see it come and go. */
const splashAfter = 150;

async function start() {
  const splash = setTimeout(() => root.render(<StartSplash value={30} />), splashAfter);
  await showFirstPage().finally(() => clearTimeout(splash));
}

/** Learns who is there while the code is loading, and shows the first page. */
async function showFirstPage(): Promise<void> {
  const atLogin = loginPaths.includes(window.location.pathname);
  const early = atLogin ? undefined : loadPortal();
  const settings = await loadSettings();
  const asked = askWhoami(settings);
  if (atLogin && (await asked) === null) {
    const signup = window.location.pathname === paths.signup;
    document.title = `${signup ? 'Sign up' : 'Log in'} · ${settings.productName}`;
    startAnalytics(settings.analytics);
    trackPage({ route: signup ? 'signup' : 'login', pattern: paths[signup ? 'signup' : 'login'] });
    root.render(<LoginOnly {...{ settings, theme, signup }} />);
    return;
  }
  const { startPortal } = await (early ?? loadPortal());
  await startPortal(root, settings, theme, asked);
}

/** After a start that failed, in milliseconds. */
const betweenTries = 3_000;

async function startOnMobile() {
  const [{ MobileNotice }] = await Promise.all([import('./app/mobile-notice.tsx'), loadIcons()]);
  root.render(<MobileNotice />);
}

const started = isMobile(navigator.userAgent) ? startOnMobile() : start();
started.catch((cause: unknown) => {
  root.render(
    <main className="mx-auto max-w-form p-8">
      <ErrorBox title="The account portal could not start" message={startErrorMessage(cause)} />
    </main>,
  );
  setInterval(() => void reloadIfReachable(() => window.location.reload()), betweenTries);
  throw cause;
});
