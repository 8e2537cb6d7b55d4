import type { PortalSettings } from '@portal/contract';
import { configureStore } from '@reduxjs/toolkit';
import { portalApi } from '../api/portal-api.ts';
import { waitingInvitations } from '../api/waiting-invitations.ts';
import type { RequestContext } from '../http/base-query.ts';
import { endedWorkspaces } from '../navigation/ended-workspace.ts';
import { sessionState } from '../session/session-state.ts';
import { tellActs } from './tell-acts.ts';

export function createStore(settings: Pick<PortalSettings, 'authApiUrl'>) {
  const context: RequestContext = { settings };
  return configureStore({
    reducer: {
      [portalApi.reducerPath]: portalApi.reducer,
      [sessionState.name]: sessionState.reducer,
      [waitingInvitations.name]: waitingInvitations.reducer,
      [endedWorkspaces.name]: endedWorkspaces.reducer,
    },
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: context },
        // In development these look for faults in the state; that a busy machine is slow at it is none.
        immutableCheck: { warnAfter: Infinity },
        serializableCheck: { warnAfter: Infinity },
      }).concat(portalApi.middleware, tellActs),
    devTools: false,
  });
}
