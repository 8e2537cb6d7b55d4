import { Button } from '@portal/ui';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useBrowser } from '../../navigation/browser.ts';
import { paths } from '../../navigation/paths.ts';
import { useSettings } from '../../settings/settings-context.ts';

/** Long enough to read the page and to choose to log in again instead. */
const stay = 4000;

export function Component() {
  const { marketingUrl } = useSettings();
  const { replace } = useBrowser();
  useEffect(() => {
    const timer = setTimeout(() => replace(marketingUrl), stay);
    return () => clearTimeout(timer);
  }, [marketingUrl, replace]);
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-6 pt-20 text-center">
      <div>
        <h1 tabIndex={-1} className="text-2xl">
          You have successfully logged out
        </h1>
        <p className="mt-2 text-secondary">
          You are being taken to{' '}
          <a className="text-link" href={marketingUrl}>
            {new URL(marketingUrl).host}
          </a>
          .
        </p>
      </div>
      <Button render={<Link to={paths.login} />}>Log in again</Button>
    </div>
  );
}
