import { portalApi } from './portal-api.ts';

interface ListRequest {
  readonly status: string;
  readonly fulfilledTimeStamp?: number | undefined;
}

interface Started<State> {
  readonly dispatch: (action: ReturnType<typeof portalApi.util.invalidateTags>) => unknown;
  readonly getState: () => State;
  readonly queryFulfilled: Promise<unknown>;
}

type ListTag = Parameters<typeof portalApi.util.invalidateTags>[0][number];

/**
 * For a change that is taken into a list without loading it again. Where an answer with the list was on its way at the
 * same time, nobody can tell which of both is newer; then the list is loaded again after all.
 */
export function loadAgainIfCrossed<State>(
  list: (state: State) => ListRequest,
  tag: ListTag,
  { dispatch, getState, queryFulfilled }: Started<State>,
): void {
  const began = Date.now();
  const check = () => {
    const { status, fulfilledTimeStamp = 0 } = list(getState());
    if (status === 'pending' || fulfilledTimeStamp > began) dispatch(portalApi.util.invalidateTags([tag]));
  };
  void queryFulfilled.then(check, check);
}
