import { defineCalls } from '../call.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import { AuthConnect, AuthReconnect, ConnectCode, LaunchQuery } from './instances.schemas.ts';

/** The handshake with a platform instance. Source: decision 22. */
export const instanceCalls = defineCalls({
  goToWorkspace: {
    method: 'GET',
    path: '/workspaces/:workspaceId/go',
    access: { who: 'member', roles: ['OWNER', 'APPROVER', 'EDITOR'], requires: ['verifiedEmail', 'acceptedTerms'] },
    responseKind: 'redirect',
    confirmWhen: 'cross-site',
    params: WorkspaceParams,
    query: LaunchQuery,
    // Per member, because an instance can send the browser here as often as it likes.
    rateLimit: { times: 60, seconds: 60, per: 'member' },
    summary: 'Redirect to the workspace’s instance with a single-use code',
  },
  completeAuthConnect: {
    method: 'POST',
    path: '/complete-auth-connect',
    access: { who: 'anyone' },
    body: ConnectCode,
    result: AuthConnect,
    managesTransactions: true,
    errors: ['InvalidCode'],
    summary: 'Redeem a single-use code, server to server, within 60 seconds',
  },
  authReconnect: {
    method: 'GET',
    path: '/auth-reconnect',
    access: { who: 'instance' },
    result: AuthReconnect,
    summary: 'Get the user and workspace of an instance token',
  },
});
