import { useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import type { LoginState } from '../../session/tab-state.ts';
import { LoginScreen } from './login-screen.tsx';

export function Component() {
  const location = useLocation();
  const state = location.state as LoginState | null;
  return <LoginScreen signup={location.pathname === paths.signup} search={location.search} reason={state?.reason} />;
}
