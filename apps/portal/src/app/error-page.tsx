import { Button, Logo } from '@portal/ui';
import { useRouteError } from 'react-router';
import { SiteLink } from '../components/site-link.tsx';
import { useBrowser } from '../lib/browser.ts';
import { paths } from '../lib/paths.ts';
import { useSettings } from '../lib/settings-context.ts';
import { usePolling } from '../lib/use-polling.ts';
import { reloadIfReachable } from './reload-if-reachable.ts';

const isChunkLoadError = (cause: unknown) =>
  cause instanceof Error && /dynamically imported module|importing a module|preload/i.test(cause.message);

export interface ErrorPageProps {
  /** Whether the layout already has the `main` landmark. */
  inMain?: boolean;
}

/** Shown instead of a page that failed. If its code could not be loaded, it reloads when the portal is reachable. */
export function ErrorPage({ inMain = false }: ErrorPageProps) {
  const cause = useRouteError();
  const { reload } = useBrowser();
  const { supportEmail, statusUrl } = useSettings();
  const hasChunkError = isChunkLoadError(cause);
  usePolling(hasChunkError, { refetch: () => reloadIfReachable(reload) });
  const Container = inMain ? 'div' : 'main';
  return (
    <Container className="mx-auto grid max-w-form justify-items-center gap-6 p-8 pt-20 text-center">
      <Logo size={44} />
      <div role="alert">
        <h1 className="text-2xl">{hasChunkError ? 'This page could not be loaded' : 'This page could not be shown'}</h1>
        <p className="mt-2 text-secondary">
          {hasChunkError
            ? 'The connection was lost, or a newer version of the portal is available. This page reloads when the portal is reachable.'
            : 'Something went wrong. Reload the page. If the error persists, contact support.'}
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" icon="refresh" onClick={reload}>
          Refresh
        </Button>
        <Button variant="ghost" render={<a href={paths.workspaces}>Workspaces</a>}>
          Go to workspaces
        </Button>
      </div>
      <p className="flex gap-x-4 text-sm text-secondary">
        <a href={`mailto:${supportEmail}`} className="text-link">
          Contact support
        </a>
        {statusUrl && (
          <SiteLink url={statusUrl} className="text-link">
            Status
          </SiteLink>
        )}
      </p>
    </Container>
  );
}
