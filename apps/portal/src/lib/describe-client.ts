import type { SessionClient } from '@portal/contract';

/** For example "Chrome on macOS". */
export const describeClient = ({ browser, system }: Pick<SessionClient, 'browser' | 'system'>) =>
  system === null ? browser : `${browser} on ${system}`;
