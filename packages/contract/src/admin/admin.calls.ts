import { staffCredentialCalls } from '../credentials/credentials.calls.ts';
import { accountLockCalls } from '../account-locks/account-locks.calls.ts';
import { defineCalls } from '../call.ts';
import { reassignmentCalls } from '../ownership/reassignments.calls.ts';
import { adminUserCalls } from './admin-users.calls.ts';
import { adminWorkspaceCalls } from './admin-workspaces.calls.ts';
import { homeCalls } from './home.calls.ts';
import { searchCalls } from './search.calls.ts';
import { signUpCalls } from './sign-ups.calls.ts';

/** The calls of staff, all of them audited. */
export const adminCalls = defineCalls({
  ...homeCalls,
  ...searchCalls,
  ...adminUserCalls,
  ...adminWorkspaceCalls,
  ...staffCredentialCalls,
  ...reassignmentCalls,
  ...accountLockCalls,
  ...signUpCalls,
});
