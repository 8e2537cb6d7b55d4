import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { clearLoginRedirect, savedLoginRedirect } from '../../session/tab-state.ts';

/** Redirects to the page that required the login, otherwise to the default workspace. */
export function Component() {
  const navigate = useNavigate();
  useEffect(() => {
    const destination = savedLoginRedirect() ?? paths.defaultWorkspace;
    clearLoginRedirect();
    void navigate(destination, { replace: true });
  }, [navigate]);
  return (
    <h1 tabIndex={-1} className="text-xl">
      You are logged in
    </h1>
  );
}
