import type { PortalSettings } from '@portal/contract';
import { configureStore } from '@reduxjs/toolkit';
import { analyticsMiddleware } from '../analytics/middleware.ts';
import { createRequestContext } from '../api/http/base-query.ts';
import { portalApi } from '../api/cache/portal-api.ts';
import { removedWorkspaces } from '../api/cache/removed-workspaces.ts';
import { serverClock } from '../api/http/server-clock.ts';
import { sessionState } from '../session/session-state.ts';

export function createStore(settings: Pick<PortalSettings, 'authApiUrl'>) {
  return configureStore({
    reducer: {
      [portalApi.reducerPath]: portalApi.reducer,
      [serverClock.name]: serverClock.reducer,
      [sessionState.name]: sessionState.reducer,
      [removedWorkspaces.name]: removedWorkspaces.reducer,
    },
    middleware: (defaults) =>
      defaults({
        thunk: { extraArgument: createRequestContext(settings) },
        // Do not warn in development if these checks are slow.
        immutableCheck: { warnAfter: Infinity },
        serializableCheck: { warnAfter: Infinity },
      }).concat(portalApi.middleware, analyticsMiddleware),
    devTools: false,
  });
}
