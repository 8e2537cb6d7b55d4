import { Button, ErrorBox } from '@portal/ui';
import { useBrowser } from '../navigation/browser.ts';
import { paths } from '../navigation/paths.ts';

const isMissingCode = (cause: unknown) =>
  cause instanceof Error && /dynamically imported module|importing a module|preload/i.test(cause.message);

export interface ErrorPageProps {
  cause: unknown;
  /** Whether the frame around it has the page's landmark already. */
  inMain?: boolean | undefined;
}

/** What is left of a page that failed. A page whose code is gone needs a newer portal, not an excuse. */
export function ErrorPage({ cause, inMain = false }: ErrorPageProps) {
  const browser = useBrowser();
  const Place = inMain ? 'div' : 'main';
  return (
    <Place className="mx-auto grid max-w-form gap-4 p-8 pt-24">
      <h1 className="text-2xl">This page could not be shown</h1>
      <ErrorBox
        message={
          isMissingCode(cause)
            ? 'A newer version of the portal is out, or the connection was lost. Please refresh your browser.'
            : 'Something went wrong on this page. Reload it; if it happens again, contact support.'
        }
      />
      <div className="flex gap-2">
        <Button variant="primary" icon="refresh" onClick={browser.reload}>
          Refresh
        </Button>
        <Button variant="ghost" render={<a href={paths.workspaces}>Workspaces</a>}>
          Go to workspaces
        </Button>
      </div>
    </Place>
  );
}
