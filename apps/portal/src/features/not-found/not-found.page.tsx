import { Button, Logo, SearchBox } from '@portal/ui';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { useWhoamiState } from '../../api/session.api.ts';
import { SiteLink } from '../../components/site-link.tsx';
import { paths } from '../../lib/paths.ts';
import { useSettings } from '../../lib/settings-context.ts';

/** A path with an empty segment, such as `/workspace//go`, means the path without it. */
export function Component() {
  const { pathname, search, hash } = useLocation();
  const path = pathname.replaceAll(/\/{2,}/g, '/');
  return path === pathname ? <NotFound /> : <Navigate to={path + search + hash} replace />;
}

function NotFound() {
  const isLoggedIn = useWhoamiState().data !== undefined;
  const { supportEmail, statusUrl } = useSettings();
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-6 pt-20 text-center">
      <Logo size={44} />
      <div>
        <h1 tabIndex={-1} className="text-2xl">
          404 not found :(
        </h1>
        <p className="mt-2 text-secondary">
          This page does not exist. Check the address, or{' '}
          <a href={`mailto:${supportEmail}`} className="text-link">
            contact support
          </a>{' '}
          if a link led you here.
        </p>
      </div>
      {isLoggedIn ? (
        <LinksOfUser />
      ) : (
        <Button variant="primary" render={<Link to={paths.login} />}>
          Back to login
        </Button>
      )}
      {statusUrl && (
        <SiteLink url={statusUrl} className="text-link text-sm">
          Status
        </SiteLink>
      )}
    </div>
  );
}

/** More pages are in the header. */
function LinksOfUser() {
  const navigate = useNavigate();
  return (
    <>
      <Button variant="primary" render={<Link to={paths.workspaces} />}>
        Go to your workspaces
      </Button>
      <SearchBox
        label="Search your workspaces"
        placeholder="Search your workspaces"
        className="w-full max-w-80"
        onEnter={(text) => void navigate(`${paths.workspaces}?${String(new URLSearchParams({ q: text }))}`)}
      />
      <p className="text-sm text-secondary">
        <Link to={paths.login} className="quiet-link underline underline-offset-3">
          Back to login
        </Link>
      </p>
    </>
  );
}
