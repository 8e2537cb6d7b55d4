import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { forgetPath, rememberedPath } from '../../session/login-redirect.ts';
import { paths } from '../../navigation/paths.ts';

/** Goes on to where the login interrupted somebody, else to their default workspace. */
export function Component() {
  const navigate = useNavigate();
  useEffect(() => {
    const destination = rememberedPath() ?? paths.defaultWorkspace;
    forgetPath();
    void navigate(destination, { replace: true });
  }, [navigate]);
  return (
    <h1 tabIndex={-1} className="text-xl">
      You are logged in
    </h1>
  );
}
