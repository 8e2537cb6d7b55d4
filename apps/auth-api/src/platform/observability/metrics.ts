import { apiErrors, calls, type ErrorType } from '@portal/contract';
import type pg from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { clockSkewSeconds } from '../db/clock.ts';
import { loginMethodLabel, stripeEventLabel } from './metric-labels.ts';

/** The labels have few values: names from the call table and error types. */
export interface RequestOutcome {
  readonly call?: string | undefined;
  /** Undefined if the client disconnected before the response. */
  readonly status?: number | undefined;
  readonly errorType?: ErrorType | undefined;
  readonly seconds?: number | undefined;
}

/** How a login ended, after the identity provider sent the browser back. */
export interface LoginOutcome {
  /** The user id at the provider; null if it is unknown. */
  readonly subject: string | null;
  readonly outcome: 'logged_in' | 'signed_up' | 'reauth_required' | ErrorType;
}

export interface StripeEventOutcome {
  /** Null if the signature is invalid, so that nothing in the event can be trusted. */
  readonly type: string | null;
  readonly outcome: 'stored' | 'duplicate' | 'ignored' | 'rejected';
}

export interface Build {
  readonly version: string;
  readonly commit: string;
  /** `service.instance.id` in logs and traces. */
  readonly instanceId: string;
}

/** The outcomes of a login that the alerts read. */
const loginOutcomes = [
  'logged_in',
  'signed_up',
  'LoginNotFinished',
  'LoginDenied',
  'IdentityProviderMisconfigured',
  'IdentityProviderUnavailable',
] as const satisfies readonly LoginOutcome['outcome'][];

/** Requests to other calls, and to no call, do not count for the objectives of docs/operating/monitoring-reference.md. */
const callsWithObjective: ReadonlySet<string> = new Set(
  Object.keys(calls).filter((name) => !['getLiveness', 'getReadiness'].includes(name)),
);

/**
 * Prometheus metrics of this process and of the shared database. They contain no personal data. The counters with details, by call,
 * login method or event type, have a series only once something was counted. An increase of such a series misses its first event, so
 * the alerts read only counters whose series all exist at 0 from the start.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = this.#counter(
    'portal_requests_total',
    'Requests by call, status and error type. Status 0: the client disconnected before the response.',
    ['call', 'status', 'error_type'],
  );
  readonly #requestOutcomes = this.#counter(
    'portal_request_outcomes_total',
    'Requests with a response, by error type. Failed: with a 5xx status. Objective: whether they count for the objectives.',
    ['outcome', 'error_type', 'objective'],
  );
  readonly #durations = new Histogram({
    name: 'portal_request_duration_seconds',
    help: 'Duration of requests by call.',
    labelNames: ['call'],
    // 0.15 is the objective for the p99.
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.#registry],
  });
  readonly #loginsStarted = this.#counter('portal_logins_started_total', 'Logins sent to the identity provider.', []);
  readonly #logins = this.#counter('portal_logins_total', 'Logins that returned from the identity provider.', [
    'method',
    'outcome',
  ]);
  readonly #loginOutcomes = this.#counter('portal_login_outcomes_total', 'The logins of portal_logins_total.', [
    'outcome',
  ]);
  readonly #stripeEvents = this.#counter('portal_stripe_events_total', 'Events received by the Stripe webhook.', [
    'type',
    'outcome',
  ]);
  readonly #stripeEventOutcomes = this.#counter(
    'portal_stripe_event_outcomes_total',
    'The events of portal_stripe_events_total.',
    ['outcome'],
  );
  readonly #unknownCustomers = this.#counter(
    'portal_stripe_unknown_customers_total',
    'Customers that Stripe does not know. Kept: others are unknown, too, so the API key is most likely wrong.',
    ['outcome'],
  );
  readonly #logoutTokens = this.#counter('portal_logout_tokens_total', 'Logout tokens of the identity provider.', [
    'outcome',
  ]);
  readonly #emails = this.#counter('portal_emails_total', 'Attempts to send an email.', ['outcome']);
  readonly #flagRequests = this.#counter(
    'portal_feature_flag_requests_total',
    'Requests to PostHog for feature flags.',
    ['outcome'],
  );

  readonly #providerUp = this.#gauge('portal_identity_provider_up', '1 if the identity provider responds, else 0.');

  #readDatabaseMetrics = () => Promise.resolve();

  constructor(pools: Readonly<Record<string, pg.Pool>>) {
    for (const objective of ['true', 'false']) {
      this.#requestOutcomes.inc({ outcome: 'succeeded', error_type: 'none', objective }, 0);
      for (const [type, { status }] of Object.entries(apiErrors))
        this.#requestOutcomes.inc({ outcome: requestOutcome(status), error_type: type, objective }, 0);
    }
    for (const call of callsWithObjective) this.#durations.zero({ call });
    for (const outcome of loginOutcomes) this.#loginOutcomes.inc({ outcome }, 0);
    for (const outcome of ['stored', 'duplicate', 'ignored', 'rejected']) this.#stripeEventOutcomes.inc({ outcome }, 0);
    for (const outcome of ['sent', 'failed']) this.#emails.inc({ outcome }, 0);
    for (const outcome of ['accepted', 'rejected']) this.#logoutTokens.inc({ outcome }, 0);
    for (const outcome of ['kept', 'replaced']) this.#unknownCustomers.inc({ outcome }, 0);
    for (const outcome of ['succeeded', 'failed']) this.#flagRequests.inc({ outcome }, 0);
    this.#gauge('portal_database_connections', 'Database connections of this process by pool and state.', (gauge) => {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        gauge.set({ pool, state: 'busy' }, totalCount - idleCount);
        gauge.set({ pool, state: 'idle' }, idleCount);
        gauge.set({ pool, state: 'waiting' }, waitingCount);
      }
    });
  }

  countRequest({ call = 'none', status, errorType, seconds = 0 }: RequestOutcome): void {
    const error_type = errorType ?? 'none';
    this.#requests.inc({ call, status: String(status ?? 0), error_type });
    this.#durations.observe({ call }, seconds);
    if (status === undefined) return;
    const objective = String(callsWithObjective.has(call));
    this.#requestOutcomes.inc({ outcome: requestOutcome(status), error_type, objective });
  }

  countLoginStart(): void {
    this.#loginsStarted.inc();
  }

  countLogin({ subject, outcome }: LoginOutcome): void {
    this.#logins.inc({ method: subject === null ? 'unknown' : loginMethodLabel(subject), outcome });
    this.#loginOutcomes.inc({ outcome });
  }

  countStripeEvent({ type, outcome }: StripeEventOutcome): void {
    this.#stripeEvents.inc({ type: type === null ? 'unknown' : stripeEventLabel(type), outcome });
    this.#stripeEventOutcomes.inc({ outcome });
  }

  countUnknownCustomer(outcome: 'kept' | 'replaced'): void {
    this.#unknownCustomers.inc({ outcome });
  }

  countLogoutToken(outcome: 'accepted' | 'rejected'): void {
    this.#logoutTokens.inc({ outcome });
  }

  countEmail(outcome: 'sent' | 'failed'): void {
    this.#emails.inc({ outcome });
  }

  countFlagRequest(outcome: 'succeeded' | 'failed'): void {
    this.#flagRequests.inc({ outcome });
  }

  /** Adds metrics of Node.js and of the process, and which build it is. */
  addProcessMetrics({ version, commit, instanceId }: Build): void {
    collectDefaultMetrics({ register: this.#registry });
    const build = { version, commit, node_version: process.versions.node, service_instance_id: instanceId };
    new Gauge({
      name: 'portal_build_info',
      help: 'Always 1. The labels say which build the process runs, and its `service.instance.id` in logs and traces.',
      labelNames: Object.keys(build),
      registers: [this.#registry],
    }).set(build, 1);
  }

  /** Adds metrics that each scrape reads from the database. If that fails, they are missing and `onError` is called. */
  addDatabaseMetrics(pool: pg.Pool, onError: (error: unknown) => void): void {
    const jobs = this.#gauge('portal_jobs', 'Jobs by task and state: waiting, running or failed.');
    const oldest = this.#gauge('portal_job_oldest_seconds', 'Seconds since the oldest waiting job was due.');
    const retrying = this.#gauge(
      'portal_job_retrying_seconds',
      'Seconds since the oldest job that failed five times and will be tried again was created.',
    );
    const events = this.#gauge('portal_stripe_events_waiting', 'Stripe events that have not been applied yet.');
    const late = this.#gauge('portal_account_deletions_late', 'Accounts whose deletion was due more than a day ago.');
    const skew = this.#gauge(
      'portal_database_clock_skew_seconds',
      'By how many seconds the clock of this machine is ahead of the database’s clock.',
    );
    this.#readDatabaseMetrics = async () => {
      for (const gauge of [jobs, oldest, retrying, events, late, skew]) gauge.reset();
      try {
        for (const { name, state, count, seconds, retryingSeconds } of (await pool.query<BacklogRow>(backlogQuery))
          .rows) {
          if (state === 'event') events.set(count);
          else if (state === 'late deletion') late.set(count);
          else jobs.set({ task: name, state }, count);
          if (state === 'waiting') oldest.set({ task: name }, seconds);
          if (state === 'waiting' && retryingSeconds !== null) retrying.set({ task: name }, retryingSeconds);
        }
        skew.set(await clockSkewSeconds(pool));
      } catch (error) {
        onError(error);
      }
    };
  }

  /** Whether the identity provider responded to the last probe. */
  setIdentityProviderUp(isUp: boolean): void {
    this.#providerUp.set(isUp ? 1 : 0);
  }

  /** The metrics in Prometheus's text format. */
  async read(): Promise<string> {
    await this.#readDatabaseMetrics();
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

const requestOutcome = (status: number) => (status >= 500 ? 'failed' : 'succeeded');

interface BacklogRow {
  readonly name: string;
  readonly state: 'waiting' | 'running' | 'failed' | 'event' | 'late deletion';
  readonly count: number;
  readonly seconds: number;
  /** Null if no job of the task failed five times. */
  readonly retryingSeconds: number | null;
}

const backlogQuery = `
  SELECT task_identifier AS name,
    CASE WHEN attempts >= max_attempts THEN 'failed' WHEN locked_at IS NULL THEN 'waiting' ELSE 'running' END AS state,
    count(*)::int AS count,
    greatest(0, extract(epoch FROM now() - min(run_at)))::float8 AS seconds,
    extract(epoch FROM now() - min(created_at) FILTER (WHERE attempts >= 5))::float8 AS "retryingSeconds"
  FROM graphile_worker.jobs GROUP BY 1, 2
  UNION ALL
  SELECT '', 'event', count(*)::int, 0, NULL FROM stripe_events WHERE applied_at IS NULL
  UNION ALL
  SELECT '', 'late deletion', count(*)::int, 0, NULL FROM account_deletions
  WHERE due_at < now() - interval '1 day' AND cancelled_at IS NULL AND completed_at IS NULL`;
