import { decodeTime } from 'ulid';
import { ulidPattern } from '@portal/contract';
import { withConnection } from './backup/connection.ts';
import { requestFlag } from '../platform/queue/job-flag.ts';
import { firstIdAt } from '../platform/lib/ids.ts';
import type { RequestEvent } from './request-event.ts';

interface AuditRow {
  readonly time: Date;
  readonly action: string;
  readonly 'user.id': string;
  readonly 'si.workspace.id': string | null;
  readonly 'si.subject_user.id': string | null;
  readonly 'si.credential': string;
  readonly 'si.request.id': string;
}

interface JobRow {
  readonly time: Date;
  readonly task: string;
  readonly state: 'waiting' | 'running' | 'failed';
  readonly 'si.job.id': string;
  readonly 'si.job.attempts': string;
  readonly 'next attempt': Date | null;
}

/** How much the clocks of the replicas may differ, and how long after its request an entry may be written. */
const toleranceMs = 15 * 60_000;

/** The latest time that a ULID can have. */
const maxTime = 2 ** 48 - 1;

/** The ids of audit entries that a request can have. A client makes its id with its own clock, which may be years off. */
function entryIdsNear(requestId: string): [string, string] {
  const time = decodeTime(requestId);
  return [firstIdAt(time - toleranceMs), firstIdAt(Math.min(time + toleranceMs, maxTime))];
}

/**
 * The audit entries of requests, without personal values, and their jobs that are not done: the queue deletes a completed job.
 * Entries have no index on the request. Their ids are in the order of time, as request ids are, so a few minutes are read for each.
 */
export async function findRequestRecords(url: string, ids: readonly string[]): Promise<RequestEvent[]> {
  // The time in a ULID ends before its first digit would be an 8.
  const requestIds = ids.filter((id) => ulidPattern.test(id) && id < '8');
  if (requestIds.length === 0) return [];
  return withConnection(
    url,
    async (client) => {
      await client.query('BEGIN READ ONLY');
      const entries: AuditRow[] = [];
      for (const id of requestIds)
        entries.push(...(await client.query<AuditRow>(entriesQuery, [id, ...entryIdsNear(id)])).rows);
      const jobs = await client.query<JobRow>(jobsQuery, [requestIds.map(requestFlag)]);
      await client.query('ROLLBACK');
      return [...entries.map(entryToEvent), ...jobs.rows.map(jobToEvent)];
    },
    'request',
  );
}

const entriesQuery = `
  SELECT occurred_at AS time, action, actor_user_id AS "user.id", workspace_id AS "si.workspace.id",
    subject_user_id AS "si.subject_user.id", credential AS "si.credential", request_id AS "si.request.id"
  FROM audit_entries WHERE request_id = $1 AND id >= $2 AND id < $3 ORDER BY id`;

const jobsQuery = `
  SELECT created_at AS time, task_identifier AS task, id::text AS "si.job.id",
    CASE WHEN attempts >= max_attempts THEN 'failed' WHEN locked_at IS NULL THEN 'waiting' ELSE 'running' END AS state,
    attempts || ' of ' || max_attempts AS "si.job.attempts",
    CASE WHEN attempts < max_attempts AND locked_at IS NULL THEN run_at END AS "next attempt"
  FROM graphile_worker.jobs WHERE flags ?| $1 ORDER BY id`;

const entryToEvent = ({ time, action, ...fields }: AuditRow): RequestEvent => ({
  time: time.getTime(),
  source: 'audit log',
  title: action,
  fields,
});

const jobToEvent = ({ time, task, state, ...fields }: JobRow): RequestEvent => ({
  time: time.getTime(),
  source: 'job queue',
  title: `${task} is ${state}`,
  fields,
});
