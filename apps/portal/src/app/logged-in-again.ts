import { useDispatch } from 'react-redux';
import { reloadUser, useWhoamiState } from '../api/session.api.ts';
import { resumed } from '../http/session-end.ts';
import { useComeBack } from '../navigation/come-back.ts';
import type { createStore } from './store.ts';

/**
 * Once the session ended, asks who is logged in whenever somebody comes back to the page. The same person goes on where
 * they were; for anybody else the page begins anew, as `someone-else.ts` sees to.
 */
export function useLoggedInAgain(ended: boolean): void {
  const before = useWhoamiState().data?.user.id;
  const dispatch = useDispatch<ReturnType<typeof createStore>['dispatch']>();
  const check = async () => {
    const { data: now } = await dispatch(reloadUser());
    if (now && now.user.id === before) dispatch(resumed());
  };
  useComeBack(check, ended);
}
