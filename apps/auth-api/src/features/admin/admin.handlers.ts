import type { accountLockCalls, adminCalls, reassignmentCalls, staffCredentialCalls } from '@portal/contract';
import type { Handlers } from '../../request/call/types.ts';
import { adminHomeHandlers } from './home.handlers.ts';
import { adminSearchHandlers } from './search.handlers.ts';
import { adminSignUpHandlers } from './sign-ups.handlers.ts';
import { adminUserHandlers } from './users.handlers.ts';
import { adminWorkspaceHandlers } from './workspaces.handlers.ts';

/** Staff calls of other features have their handlers there. */
type OtherCalls = typeof accountLockCalls & typeof reassignmentCalls & typeof staffCredentialCalls;

/** What staff do, except locking accounts, changing owners and previewing what a quarantine stops. */
export const adminHandlers: Omit<Handlers<typeof adminCalls>, keyof OtherCalls> = {
  ...adminUserHandlers,
  ...adminWorkspaceHandlers,
  ...adminSignUpHandlers,
  ...adminSearchHandlers,
  ...adminHomeHandlers,
};
