import type { User } from '@portal/contract';
import { keepUser } from './session.api.ts';

interface Started {
  readonly dispatch: (action: ReturnType<typeof keepUser>) => unknown;
  readonly queryFulfilled: Promise<{ data: { user: User } }>;
}

/** For calls that answer the changed user: the session shows it at once. The caller shows a failure. */
export function keepUserOf(_input: unknown, { dispatch, queryFulfilled }: Started): void {
  void queryFulfilled.then(
    ({ data }) => dispatch(keepUser(data.user)),
    () => undefined,
  );
}
