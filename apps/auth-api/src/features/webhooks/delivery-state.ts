// When the events of a webhook are sent. The order of events is kept while a receiver is down. An event that a receiver refuses is set
// aside once the receiver accepts a later one. Pure functions, so that days can be tested in milliseconds.

const secondMs = 1_000;
const hourMs = 3_600 * secondMs;

/** The pauses after the first attempts. Later attempts follow after the last one. */
const retryDelaysMs: readonly number[] = [5 * secondMs, 60 * secondMs, 600 * secondMs, hourMs];

/** After this, an event may be one that the receiver does not accept, so the next one is tried. */
const stuckAfterMs = 6 * hourMs;

/** Longer than an attempt takes. */
const justMs = 15 * secondMs;

/** After this without one accepted event, the webhook is paused. */
const pausedAfterMs = 72 * hourMs;

/** Longer than the pause between two attempts. After it, nothing was sent for a while, for example because the owner was suspended. */
const gapMs = 2 * hourMs;

/** Answers of the class 4xx that may be different next time: timeout, conflict, too early, too many requests. */
const temporaryStatuses: readonly (number | null)[] = [408, 409, 425, 429];

/** How an event was tried. */
export interface Attempts {
  readonly attempts: number;
  readonly firstAttemptAt: Date;
  readonly lastAttemptAt: Date;
  /** The last answer; null if there was none. */
  readonly status: number | null;
}

/** An event that was not accepted yet. */
export interface WaitingEvent {
  readonly sequence: number;
  readonly tried: Attempts | null;
}

/** What decides about a webhook: when it failed, and the next two events. */
export interface Queue<Event extends WaitingEvent = WaitingEvent> {
  readonly failingSince: Date | null;
  readonly nextAttemptAt: Date | null;
  readonly head: Event | null;
  readonly next: Event | null;
}

/** Send an event, wait, or nothing is left to send. */
export type Step<Event extends WaitingEvent> =
  | { readonly kind: 'send'; readonly event: Event }
  | { readonly kind: 'wait'; readonly until: Date }
  | { readonly kind: 'idle' };

/** What changes after an attempt. */
export interface Change {
  readonly failingSince: Date | null;
  readonly nextAttemptAt: Date | null;
  /** The last event that the webhook is done with. */
  readonly cursor?: number;
  /** The event that is set aside. */
  readonly setAside?: number;
  readonly pause?: 'GONE' | 'FAILING';
}

export const isAccepted = (status: number | null) => status !== null && status >= 200 && status < 300;

const isFinal = (status: number | null) =>
  status !== null && status >= 400 && status < 500 && !temporaryStatuses.includes(status);

/** The receiver may refuse this event and accept others: its last answer was final, or it has failed for six hours. */
const isStuck = ({ tried }: WaitingEvent, now: Date) =>
  tried !== null && (isFinal(tried.status) || now.getTime() - tried.firstAttemptAt.getTime() >= stuckAfterMs);

const wasJustTried = ({ tried }: WaitingEvent, now: Date) =>
  tried !== null && now.getTime() - tried.lastAttemptAt.getTime() < justMs;

/** Time without attempts is no failure of the receiver. */
const wasTriedLately = (head: WaitingEvent | null, now: Date) =>
  !!head?.tried && now.getTime() - head.tried.lastAttemptAt.getTime() < gapMs;

const wasTriedSince = ({ tried }: WaitingEvent, head: WaitingEvent) =>
  tried !== null && head.tried !== null && tried.lastAttemptAt >= head.tried.lastAttemptAt;

/**
 * What to do now. After each attempt with a stuck event, the next event is tried once; one that comes later, as soon as it is there. The stuck
 * event is tried right before it: the receiver may work again.
 */
export function nextStep<Event extends WaitingEvent>(
  { nextAttemptAt, head, next }: Queue<Event>,
  now: Date,
): Step<Event> {
  if (!head) return { kind: 'idle' };
  if (next && isStuck(head, now) && !wasTriedSince(next, head))
    return { kind: 'send', event: wasJustTried(head, now) ? next : head };
  if (nextAttemptAt && nextAttemptAt > now) return { kind: 'wait', until: nextAttemptAt };
  return { kind: 'send', event: head };
}

/** What an answer to an event of the queue means. */
export function afterAttempt(
  { failingSince: since, nextAttemptAt, head }: Queue,
  { sequence, tried }: WaitingEvent,
  status: number | null,
  now: Date,
): Change {
  const isHead = sequence === head?.sequence;
  if (isAccepted(status)) {
    const works = { failingSince: null, nextAttemptAt: null, cursor: sequence };
    return head === null || isHead ? works : { ...works, setAside: head.sequence };
  }
  const failingSince = since && wasTriedLately(head, now) ? since : now;
  const delayMs = retryDelaysMs[Math.min(tried?.attempts ?? 0, retryDelaysMs.length - 1)] ?? hourMs;
  const failed = { failingSince, nextAttemptAt: isHead ? new Date(now.getTime() + delayMs) : nextAttemptAt };
  if (status === 410) return { ...failed, pause: 'GONE' };
  return now.getTime() - failingSince.getTime() >= pausedAfterMs ? { ...failed, pause: 'FAILING' } : failed;
}
