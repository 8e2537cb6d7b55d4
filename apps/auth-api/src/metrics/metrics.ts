import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type pg from 'pg';
import { clockSkewSeconds } from '../database/clock.ts';
import { eventTypeOf, methodOf } from './bounded-labels.ts';

/** What one request came to. Calls and failures are names of the tables of calls and failures, so labels stay few. */
export interface RequestOutcome {
  readonly call?: string | undefined;
  readonly status?: number | null | undefined;
  readonly failure?: string | undefined;
  readonly ms?: number | undefined;
}

/** How a login ended that came back from the provider. */
export interface SignInOutcome {
  /** Their id at the provider; null where nobody got to know it. */
  readonly subject: string | null;
  /** Our own word for it, or the type of its failure. */
  readonly outcome: string;
}

/** What became of an event of Stripe that came. */
export interface EventOutcome {
  /** Null where nothing of it is believed. */
  readonly type: string | null;
  readonly outcome: 'kept' | 'repeated' | 'refused';
}

/** Figures of this process for Prometheus, and of the database that all share. They hold nothing of people. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: 'portal_requests_total',
    help: 'Answered requests, by call, status and type of failure; status 0 where the caller left.',
    labelNames: ['call', 'status', 'failure'],
    registers: [this.#registry],
  });
  readonly #durations = new Histogram({
    name: 'portal_request_duration_seconds',
    help: 'How long requests took, by call.',
    labelNames: ['call'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.#registry],
  });
  readonly #signIns = this.#counter('portal_sign_ins_total', 'Logins that came back from the provider.', [
    'method',
    'outcome',
  ]);
  readonly #events = this.#counter('portal_stripe_events_total', 'Events that came to Stripe’s webhook.', [
    'type',
    'outcome',
  ]);
  readonly #mails = this.#counter('portal_mails_total', 'Tries to hand a mail to the mail server.', ['outcome']);

  #countQueues = () => Promise.resolve();

  constructor(pools: Readonly<Record<string, pg.Pool>>) {
    // An alert sees the first of them only if there was none before.
    for (const outcome of ['sent', 'failed']) this.#mails.inc({ outcome }, 0);
    this.#gauge('portal_database_connections', 'Connections of this process, by pool and state.', (gauge) => {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        gauge.set({ pool, state: 'busy' }, totalCount - idleCount);
        gauge.set({ pool, state: 'idle' }, idleCount);
        gauge.set({ pool, state: 'awaited' }, waitingCount);
      }
    });
  }

  countRequest({ call = 'none', status, failure = 'none', ms = 0 }: RequestOutcome): void {
    this.#requests.inc({ call, status: String(status ?? 0), failure });
    this.#durations.observe({ call }, ms / 1_000);
  }

  countSignIn({ subject, outcome }: SignInOutcome): void {
    this.#signIns.inc({ method: subject === null ? 'unknown' : methodOf(subject), outcome });
  }

  countStripeEvent({ type, outcome }: EventOutcome): void {
    this.#events.inc({ type: type === null ? 'unknown' : eventTypeOf(type), outcome });
  }

  countMail(outcome: 'sent' | 'failed'): void {
    this.#mails.inc({ outcome });
  }

  /** Adds those of Node and of the machine. */
  addProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  /** Adds figures that the database is asked for whenever somebody reads them; without an answer they are left out. */
  addQueues(pool: pg.Pool, unanswered: (error: unknown) => void): void {
    const jobs = this.#gauge('portal_jobs', 'Jobs, by task and state: waiting, running, or given up.');
    const oldest = this.#gauge('portal_job_oldest_seconds', 'For how long the oldest waiting job is due.');
    const events = this.#gauge('portal_stripe_events_waiting', 'Events of Stripe that are not applied yet.');
    const skew = this.#gauge(
      'portal_database_clock_skew_seconds',
      'By how many seconds the clock of this machine is ahead of the database’s.',
    );
    this.#countQueues = async () => {
      for (const gauge of [jobs, oldest, events, skew]) gauge.reset();
      try {
        for (const { name, state, count, seconds } of (await pool.query<Backlog>(backlog)).rows) {
          if (state === 'event') events.set(count);
          else jobs.set({ task: name, state }, count);
          if (state === 'waiting') oldest.set({ task: name }, seconds);
        }
        skew.set(await clockSkewSeconds(pool));
      } catch (error) {
        unanswered(error);
      }
    };
  }

  async read(): Promise<string> {
    await this.#countQueues();
    return this.#registry.metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #gauge(name: string, help: string, collect?: (gauge: Gauge) => void): Gauge {
    const labelNames = ['pool', 'state', 'task'];
    return new Gauge({
      name,
      help,
      labelNames,
      registers: [this.#registry],
      ...(collect && {
        collect() {
          collect(this);
        },
      }),
    });
  }
}

interface Backlog {
  readonly name: string;
  readonly state: 'waiting' | 'running' | 'given up' | 'event';
  readonly count: number;
  readonly seconds: number;
}

const backlog = `
  SELECT task_identifier AS name,
    CASE WHEN attempts >= max_attempts THEN 'given up' WHEN locked_at IS NULL THEN 'waiting' ELSE 'running' END AS state,
    count(*)::int AS count,
    greatest(0, extract(epoch FROM now() - min(run_at)))::float8 AS seconds
  FROM graphile_worker.jobs GROUP BY 1, 2
  UNION ALL
  SELECT '', 'event', count(*)::int, 0 FROM stripe_events WHERE applied_at IS NULL`;
