import { definePendingAction } from '../../../session/pending-action.ts';
import type { AccountLockRequest, EndSessionsRequest, WorkspaceQuarantineRequest } from './locks.ts';

export const accountLockAction = definePendingAction<AccountLockRequest>('accountLock');
export const workspaceQuarantineAction = definePendingAction<WorkspaceQuarantineRequest>('workspaceQuarantine');
export const endSessionsAction = definePendingAction<EndSessionsRequest>('endSessions');
