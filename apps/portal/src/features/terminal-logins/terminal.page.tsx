import { useMatch } from 'react-router';
import { useUser } from '../../api/session.api.ts';
import { patterns } from '../../lib/paths.ts';
import { DeviceLogin } from './device-login.tsx';
import { UnverifiedEmail } from './notices.tsx';
import { TerminalLogin } from './terminal-login.tsx';

/** The two pages on which a user lets a command-line client act as them. Source: decision 87. */
export function Component() {
  const isDevice = useMatch(patterns.device) !== null;
  if (!useUser().emailVerified) return <UnverifiedEmail />;
  return isDevice ? <DeviceLogin /> : <TerminalLogin />;
}
