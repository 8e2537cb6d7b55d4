import type { User } from '@portal/contract';
import { keepUser, knownUser, reloadUser, whoamiUnderWay } from './session.api.ts';

interface Started {
  readonly dispatch: (action: ReturnType<typeof keepUser | typeof reloadUser | typeof whoamiUnderWay>) => unknown;
  readonly getState: () => Parameters<typeof knownUser>[0];
  readonly queryFulfilled: Promise<{ data: { user: User } }>;
}

/**
 * For calls that answer the changed user: the session shows it at once. Of two that overlapped, either may know the user
 * as they were before the other, so that they are asked for again. The caller shows a failure.
 */
export function keepUserOf(_input: unknown, { dispatch, getState, queryFulfilled }: Started): void {
  const before = knownUser(getState());
  void queryFulfilled.then(
    async ({ data }) => {
      await dispatch(whoamiUnderWay());
      dispatch(knownUser(getState()) === before ? keepUser(data.user) : reloadUser());
    },
    () => undefined,
  );
}
