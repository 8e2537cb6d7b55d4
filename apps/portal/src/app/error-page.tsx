import { Button, ErrorBox } from '@portal/ui';
import { useRouteError } from 'react-router';
import { useBrowser } from '../navigation/browser.ts';
import { paths } from '../navigation/paths.ts';
import { useAskAgain } from '../requests/ask-again.ts';
import { reloadIfReachable } from './reload-if-reachable.ts';

const isMissingCode = (cause: unknown) =>
  cause instanceof Error && /dynamically imported module|importing a module|preload/i.test(cause.message);

export interface ErrorPageProps {
  /** Whether the layout around it has the page's landmark already. */
  inMain?: boolean;
}

/** Shown in place of a page that failed. A page whose code could not be loaded reloads once the portal answers. */
export function ErrorPage({ inMain = false }: ErrorPageProps) {
  const cause = useRouteError();
  const { reload } = useBrowser();
  const isUnloaded = isMissingCode(cause);
  useAskAgain(isUnloaded, { refetch: () => reloadIfReachable(reload) });
  const Place = inMain ? 'div' : 'main';
  return (
    <Place className="mx-auto grid max-w-form gap-4 p-8 pt-24">
      <h1 className="text-2xl">{isUnloaded ? 'This page could not be loaded' : 'This page could not be shown'}</h1>
      <ErrorBox
        tone={isUnloaded ? 'warning' : 'destructive'}
        message={
          isUnloaded
            ? 'The connection was lost, or a newer version of the portal is available. This page loads as soon as the portal can be reached.'
            : 'Something went wrong on this page. Reload it; if it happens again, contact support.'
        }
      />
      <div className="flex gap-2">
        <Button variant="primary" icon="refresh" onClick={reload}>
          Refresh
        </Button>
        <Button variant="ghost" render={<a href={paths.workspaces}>Workspaces</a>}>
          Go to workspaces
        </Button>
      </div>
    </Place>
  );
}
