import {
  afterAttempt,
  isAccepted,
  nextStep,
  type Attempts,
  type Queue,
  type WaitingEvent,
} from '../../../src/features/webhooks/delivery-state.ts';

const start = Date.UTC(2026, 10, 1);
const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

type Receiver = (sequence: number, ms: number) => number | null;

interface Simulation {
  /** What each event was answered, with the time in ms since the start. */
  readonly sent: { readonly sequence: number; readonly at: number; readonly status: number | null }[];
  readonly accepted: number[];
  readonly setAside: number[];
  readonly pause: { readonly reason: string; readonly at: number } | null;
}

/**
 * Sends events to a receiver over days of a simulated clock, as the job does: what was tried is kept for each event, and the webhook has a
 * cursor. `events` are the times at which they happen, in ms since the start.
 */
function simulate(events: readonly number[], receiver: Receiver, untilMs: number): Simulation {
  const tried = new Map<number, Attempts>();
  const result = { sent: [], accepted: [], setAside: [], pause: null } as {
    -readonly [Name in keyof Simulation]: Simulation[Name];
  };
  let cursor = 0;
  let state: Pick<Queue, 'failingSince' | 'nextAttemptAt'> = { failingSince: null, nextAttemptAt: null };
  let ms = 0;
  const toEvent = (sequence: number): WaitingEvent | null => {
    const happened = events[sequence - 1];
    return happened === undefined || happened > ms ? null : { sequence, tried: tried.get(sequence) ?? null };
  };
  while (ms <= untilMs && result.pause === null) {
    const now = new Date(start + ms);
    const queue = { ...state, head: toEvent(cursor + 1), next: toEvent(cursor + 2) };
    const step = nextStep(queue, now);
    if (step.kind !== 'send') {
      const wakes = events.filter((at) => at > ms);
      if (step.kind === 'wait') wakes.push(step.until.getTime() - start);
      const wake = Math.min(...wakes);
      if (!Number.isFinite(wake)) break;
      ms = wake;
      continue;
    }
    const { sequence } = step.event;
    const status = receiver(sequence, ms);
    result.sent.push({ sequence, at: ms, status });
    const before = tried.get(sequence);
    tried.set(sequence, {
      attempts: (before?.attempts ?? 0) + 1,
      firstAttemptAt: before?.firstAttemptAt ?? now,
      lastAttemptAt: now,
      status,
    });
    const change = afterAttempt(queue, step.event, status, now);
    state = change;
    cursor = change.cursor ?? cursor;
    if (isAccepted(status)) result.accepted.push(sequence);
    if (change.setAside !== undefined) result.setAside.push(change.setAside);
    if (change.pause) result.pause = { reason: change.pause, at: ms };
    ms += 100;
  }
  return result;
}

const each = (count: number, everyMs: number) => Array.from({ length: count }, (_, index) => index * everyMs);
const numbers = (count: number) => each(count, 1).map((index) => index + 1);
const works: Receiver = () => 200;

it('sends events in their order', () => {
  expect(simulate(each(5, minuteMs), works, hourMs)).toMatchObject({
    sent: numbers(5).map((sequence) => ({ sequence, at: (sequence - 1) * minuteMs })),
    accepted: numbers(5),
    setAside: [],
    pause: null,
  });
});

it('tries again after 5 seconds, 1 minute, 10 minutes, 1 hour, and then every hour', () => {
  const { sent } = simulate([0], () => 503, 5 * hourMs);
  const pauses = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
  expect(pauses).toEqual([5 * secondMs, minuteMs, 10 * minuteMs, hourMs, hourMs, hourMs, hourMs]);
});

it.each([
  ['does not answer', null],
  ['answers 500', 500],
  ['redirects', 302],
  ['answers 408', 408],
  ['answers 409', 409],
  ['answers 425', 425],
  ['answers 429', 429],
])('waits in order for a receiver that %s', (_what, status) => {
  const { sent, accepted, setAside } = simulate(each(20, minuteMs), (_, ms) => (ms < 5 * hourMs ? status : 200), dayMs);
  expect(sent.filter(({ status: answered }) => answered === status).every(({ sequence }) => sequence === 1)).toBe(true);
  expect([accepted, setAside]).toEqual([numbers(20), []]);
});

it.each([
  ['a day', 503, dayMs],
  ['a day, without an answer', null, dayMs],
  ['a day, with answers that look final', 404, dayMs],
  ['almost three days', 503, 3 * dayMs - 2 * hourMs],
])('loses no event and keeps the order if the receiver is down for %s', (_what, status, downMs) => {
  const receiver: Receiver = (_, ms) => (ms >= hourMs && ms < hourMs + downMs ? status : 200);
  const { accepted, setAside, pause } = simulate(each(500, 10 * minuteMs), receiver, 6 * dayMs);
  expect([accepted, setAside, pause]).toEqual([numbers(500), [], null]);
});

it('sends every event after a random outage, those that it sets aside excepted', () => {
  const random = seeded(42);
  for (let run = 0; run < 200; run++) {
    const outages = Array.from({ length: 4 }, () => ({ from: random() * 5 * dayMs, lasts: random() * dayMs }));
    // Two in a row look like a receiver that is down.
    const poison = new Set(Array.from({ length: 3 }, () => 3 * Math.floor(1 + random() * 100)));
    const receiver: Receiver = (sequence, ms) => {
      if (outages.some(({ from, lasts }) => ms >= from && ms < from + lasts)) return random() < 0.5 ? null : 502;
      return poison.has(sequence) ? 422 : 200;
    };
    const { accepted, setAside, pause } = simulate(each(302, 20 * minuteMs), receiver, 12 * dayMs);
    expect(pause).toBeNull();
    expect([...accepted].sort((a, b) => a - b)).toEqual(accepted);
    expect([...accepted, ...setAside].sort((a, b) => a - b)).toEqual(numbers(302));
    expect(setAside.every((sequence) => poison.has(sequence))).toBe(true);
  }
});

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

it('sets an event aside at once that the receiver refuses, if it accepts the next one', () => {
  const { sent, accepted, setAside } = simulate(each(4, 0), (sequence) => (sequence === 2 ? 422 : 200), dayMs);
  expect(sent.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
  expect([accepted, setAside]).toEqual([[1, 3, 4], [2]]);
});

it('tries an event that comes later as soon as it is there', () => {
  const { sent, setAside } = simulate([0, 20 * minuteMs], (sequence) => (sequence === 1 ? 422 : 200), dayMs);
  expect(sent.slice(-2)).toEqual([
    { sequence: 1, at: 20 * minuteMs, status: 422 },
    { sequence: 2, at: 20 * minuteMs + 100, status: 200 },
  ]);
  expect(setAside).toEqual([1]);
});

it('sets an event aside after six hours that fails otherwise, if the receiver accepts the next one', () => {
  const { sent, setAside } = simulate(each(3, 0), (sequence) => (sequence === 1 ? 500 : 200), dayMs);
  expect(sent.find(({ sequence }) => sequence === 2)?.at).toBeGreaterThanOrEqual(6 * hourMs);
  expect(sent.find(({ sequence }) => sequence === 2)?.at).toBeLessThan(7 * hourMs + minuteMs);
  expect(setAside).toEqual([1]);
});

it('sets nothing aside while the receiver refuses everything, and tries two events each time', () => {
  const { sent, setAside } = simulate(each(50, 0), () => 401, 10 * hourMs);
  expect(setAside).toEqual([]);
  expect(sent.map(({ sequence }) => sequence)).toEqual(sent.map((_, index) => 1 + (index % 2)));
});

it('pauses after three days without one accepted event', () => {
  const { pause, sent } = simulate(each(1_000, 10 * minuteMs), (_, ms) => (ms < dayMs ? 200 : 503), 10 * dayMs);
  const failedAt = sent.find(({ status }) => status === 503)?.at ?? 0;
  expect(pause?.reason).toBe('FAILING');
  expect((pause?.at ?? 0) - failedAt).toBeGreaterThanOrEqual(3 * dayMs);
  expect((pause?.at ?? 0) - failedAt).toBeLessThan(3 * dayMs + 2 * hourMs);
});

describe('after four days in which nothing was sent', () => {
  const failed = { attempts: 1, firstAttemptAt: new Date(start), lastAttemptAt: new Date(start), status: 503 };
  const queue = { failingSince: new Date(start), nextAttemptAt: new Date(start + 5 * secondMs), next: null };
  const now = new Date(start + 4 * dayMs);

  it.each([
    ['the event that failed before', { sequence: 1, tried: failed }],
    ['an event that was not tried', { sequence: 2, tried: null }],
  ])('the three days start again with a failure of %s', (_what, head) => {
    const change = afterAttempt({ ...queue, head }, head, 503, now);
    expect(change).toMatchObject({ failingSince: now });
    expect(change.pause).toBeUndefined();
  });
});

it('does not pause a receiver that accepts one event in three days', () => {
  const { pause } = simulate(
    each(100, hourMs),
    (_, ms) => (Math.floor(ms / hourMs) % 60 === 59 ? 200 : 503),
    20 * dayMs,
  );
  expect(pause).toBeNull();
});

it.each([1, 2])('pauses at once if the receiver answers 410 to event %s', (gone) => {
  const receiver: Receiver = (sequence) => (sequence === gone ? 410 : 422);
  expect(simulate([0, 0], receiver, dayMs)).toMatchObject({ pause: { reason: 'GONE' }, setAside: [] });
});
