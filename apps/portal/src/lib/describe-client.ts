import type { SessionClient, UserSession } from '@portal/contract';

/** For example "Chrome on macOS". */
export const describeClient = ({ browser, system }: Pick<SessionClient, 'browser' | 'system'>) =>
  system === null ? browser : `${browser} on ${system}`;

/** For example "Portal CLI on build-7". The client claims the name of the machine. */
export const describeTerminalClient = (client: string, { host }: Pick<NonNullable<UserSession['terminal']>, 'host'>) =>
  host === null ? client : `${client} on ${host}`;
