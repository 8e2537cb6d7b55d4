import type { accountLockCalls, adminCalls } from '@portal/contract';
import type { Handlers } from '../pipeline/types.ts';
import { adminSearchHandlers } from './search.handlers.ts';
import { adminSignUpHandlers } from './sign-ups.handlers.ts';
import { adminUserHandlers } from './users.handlers.ts';
import { adminWorkspaceHandlers } from './workspaces.handlers.ts';

/** Handlers of the staff calls, except account locks (account-locks/account-locks.handlers.ts). */
export const adminHandlers: Omit<Handlers<typeof adminCalls>, keyof typeof accountLockCalls> = {
  ...adminUserHandlers,
  ...adminWorkspaceHandlers,
  ...adminSignUpHandlers,
  ...adminSearchHandlers,
};
