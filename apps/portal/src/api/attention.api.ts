import { attentionCalls, type Attention } from '@portal/contract';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { billingApi } from './billing.api.ts';
import { portalApi } from './cache/portal-api.ts';
import { myInvitationsApi } from './my-invitations.api.ts';
import { myOwnershipOffersApi } from './my-ownership-offers.api.ts';
import { selectUser } from './session.api.ts';
import { usersApi } from './users.api.ts';

const { getAttention } = attentionCalls;

const attentionApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    // `queryFn`, so that the other queries have their data before this one is fulfilled and their hooks send requests.
    getAttention: build.query<Attention, undefined>({
      async queryFn(_argument, store, _options, baseQuery) {
        const startedAt = Date.now();
        const { data, error } = await baseQuery({ call: getAttention, input: {} });
        if (error) return { error };
        const attention = data as Attention;
        await fillQueries(attention, startedAt, store as Store);
        return { data: attention };
      },
      providesTags: [...getAttention.providesTags],
    }),
  }),
});

const { listMyInvitations } = myInvitationsApi.endpoints;
const { listOwnershipOffers } = myOwnershipOffersApi.endpoints;
const { getActiveSubscription } = billingApi.endpoints;
const { listOtherLogins } = usersApi.endpoints;

type StateOf<Endpoint extends { readonly select: (input: never) => (state: never) => unknown }> = Parameters<
  ReturnType<Endpoint['select']>
>[0];
type State = Parameters<typeof selectUser>[0] &
  StateOf<typeof listMyInvitations> &
  StateOf<typeof listOwnershipOffers> &
  StateOf<typeof getActiveSubscription> &
  StateOf<typeof listOtherLogins>;

interface Store {
  readonly dispatch: ThunkDispatch<State, unknown, UnknownAction>;
  readonly getState: () => State;
}

/** Fills the queries of the single calls, which other pages and the refetches after changes use. A newer response stays. */
async function fillQueries(attention: Attention, startedAt: number, { dispatch, getState }: Store): Promise<void> {
  const user = selectUser(getState());
  if (!user) return;
  const input = { params: { userId: user.id } };
  const { invitations: rows, nextInvitation: next } = attention;
  const isOlder = ({ status, fulfilledTimeStamp = 0 }: { status: string; fulfilledTimeStamp?: number | undefined }) =>
    status !== 'pending' && fulfilledTimeStamp <= startedAt;
  const state = getState();
  await Promise.all([
    isOlder(listMyInvitations.select()(state)) &&
      dispatch(
        myInvitationsApi.util.upsertQueryData('listMyInvitations', undefined, {
          pages: [{ rows, next }],
          pageParams: [undefined],
        }),
      ),
    isOlder(listOwnershipOffers.select()(state)) &&
      dispatch(
        myOwnershipOffersApi.util.upsertQueryData('listOwnershipOffers', undefined, {
          offers: attention.ownershipOffers,
        }),
      ),
    isOlder(getActiveSubscription.select(input)(state)) &&
      dispatch(
        billingApi.util.upsertQueryData('getActiveSubscription', input, {
          activeSubscription: attention.activeSubscription,
        }),
      ),
    isOlder(listOtherLogins.select(input)(state)) &&
      dispatch(usersApi.util.upsertQueryData('listOtherLogins', input, { methods: attention.otherLogins })),
  ]);
}

/** The response is requested again when the user returns to the page, unless it is as new as this. */
const freshSeconds = 10;

/**
 * What needs the user, in one request instead of one for each part. Once it is settled, the hooks of the parts have their data. If it
 * failed, they send their own requests.
 */
export function useAttention() {
  const { data, error, refetch } = attentionApi.useGetAttentionQuery(undefined, {
    refetchOnMountOrArgChange: freshSeconds,
  });
  return { attention: data, isSettled: data !== undefined || error !== undefined, refetch };
}

/** Requests it before the page that shows it is loaded. */
export const fetchAttention = () => attentionApi.endpoints.getAttention.initiate(undefined, { subscribe: false });
