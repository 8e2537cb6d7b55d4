import { useLocation } from 'react-router';
import { paths } from '../../navigation/paths.ts';
import { LoginScreen } from './login-screen.tsx';

export function Component() {
  return <LoginScreen signup={useLocation().pathname === paths.signup} />;
}
