import type { PortalSettings } from '@portal/contract';
import { configureStore } from '@reduxjs/toolkit';
import { portalApi } from '../api/portal-api.ts';
import type { RequestContext } from '../http/base-query.ts';
import { sessionEnd } from '../http/session-end.ts';

export function createStore(settings: Pick<PortalSettings, 'authApiUrl'>) {
  const context: RequestContext = { settings };
  return configureStore({
    reducer: { [portalApi.reducerPath]: portalApi.reducer, [sessionEnd.name]: sessionEnd.reducer },
    middleware: (defaults) => defaults({ thunk: { extraArgument: context } }).concat(portalApi.middleware),
    devTools: false,
  });
}
