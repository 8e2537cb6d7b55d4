import { payloadOf, type RequestInput } from './request.ts';

/** Whoever tries again does so soon; later the same words are a new wish. */
const keptMs = 120_000;

interface Unanswered {
  readonly payload: string;
  readonly requestUlid: string;
  readonly since: number;
}

/**
 * Keeps the `requestUlid` of a change whose outcome nobody told, so that trying it again can't do it twice.
 * Anything else that is sent to the same address ends that.
 */
export function createUnanswered() {
  const changes = new Map<string, Unanswered>();
  return {
    /** The `requestUlid` to try again with; undefined for what is not tried again. */
    take(target: string, input: RequestInput): string | undefined {
      const last = changes.get(target);
      changes.delete(target);
      const isSame = last?.payload === payloadOf(input) && Date.now() - last.since < keptMs;
      return isSame ? last.requestUlid : undefined;
    },
    keep(target: string, input: RequestInput, requestUlid: string): void {
      const payload = payloadOf(input);
      if (payload !== null) changes.set(target, { payload, requestUlid, since: Date.now() });
    },
  };
}
