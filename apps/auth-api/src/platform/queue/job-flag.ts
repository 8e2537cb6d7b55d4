import { currentRequestId } from '../observability/request-id.ts';

// graphile-worker's view of the jobs leaves out their payload, but has their flags. So a job can be found by its request.
const prefix = 'request:';

export const requestFlag = (requestId: string) => `${prefix}${requestId}`;

/** The flags of a job that is added now. */
export function currentFlags(): string[] | null {
  const requestId = currentRequestId();
  return requestId === undefined ? null : [requestFlag(requestId)];
}

/** The id of the request that added a job. */
export const requestIdOf = (flags: Readonly<Record<string, true>> | null | undefined): string | undefined =>
  Object.keys(flags ?? {})
    .find((flag) => flag.startsWith(prefix))
    ?.slice(prefix.length);
