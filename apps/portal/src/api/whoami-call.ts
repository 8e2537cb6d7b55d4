import { sessionCalls, WhoamiUser } from '@portal/contract';

/** A session is always that of a person. */
export const whoamiCall = { ...sessionCalls.whoami, result: WhoamiUser };
