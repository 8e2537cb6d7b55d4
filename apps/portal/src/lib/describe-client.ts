import type { SessionClient, UserSession } from '@portal/contract';
import type { IconName } from '@portal/ui';

/** For example "Chrome on macOS". */
export const describeClient = ({ browser, system }: Pick<SessionClient, 'browser' | 'system'>) =>
  system === null ? browser : `${browser} on ${system}`;

/** For example "Portal CLI on build-7". The client claims the name of the machine. */
export const describeTerminalClient = (client: string, { host }: Pick<NonNullable<UserSession['terminal']>, 'host'>) =>
  host === null ? client : `${client} on ${host}`;

const mobileIcons: Readonly<Record<string, IconName>> = { iPhone: 'smartphone', Android: 'smartphone', iPad: 'tablet' };

/** The icon of the kind of device. The API does not tell tablets with Android from phones. */
export const deviceIcon = ({ system }: Pick<SessionClient, 'system'>): IconName =>
  mobileIcons[system ?? ''] ?? 'monitor';
