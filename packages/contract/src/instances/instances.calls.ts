import { defineCalls } from '../call.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import { AuthConnect, AuthReconnect, ConnectCode, GoQuery } from './instances.schemas.ts';

/** The handshake with a platform instance. Source: decision 8. */
export const instanceCalls = defineCalls({
  goToWorkspace: {
    method: 'GET',
    path: '/workspaces/:workspaceId/go',
    access: { who: 'member', roles: ['OWNER', 'APPROVER', 'EDITOR'], needs: ['verified', 'terms'] },
    answers: 'page',
    confirms: 'cross-site',
    params: WorkspaceParams,
    query: GoQuery,
    limit: { times: 60, seconds: 60, per: 'person' },
    summary: 'Send the browser to the workspace’s instance with a single-use code',
  },
  completeAuthConnect: {
    method: 'POST',
    path: '/complete-auth-connect',
    access: { who: 'anyone' },
    body: ConnectCode,
    result: AuthConnect,
    ownTransactions: true,
    problems: ['InvalidCode'],
    summary: 'Redeem a single-use code, server to server, within 60 seconds',
  },
  authReconnect: {
    method: 'GET',
    path: '/auth-reconnect',
    access: { who: 'instance' },
    result: AuthReconnect,
    summary: 'Tell an instance who its token speaks for now',
  },
});
