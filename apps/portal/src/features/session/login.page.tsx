import { useLocation } from 'react-router';
import type { LoginState } from '../../session/login-redirect.ts';
import { paths } from '../../navigation/paths.ts';
import { LoginScreen } from './login-screen.tsx';

export function Component() {
  const location = useLocation();
  const state = location.state as LoginState | null;
  return <LoginScreen signup={location.pathname === paths.signup} reason={state?.reason} />;
}
