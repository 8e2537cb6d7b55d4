import { readFile } from 'node:fs/promises';
import type { SuiteDatabase } from '@portal/local-postgres';
import { freshDatabase, queryOnce } from '../support/database.ts';

const read = (page: string) => readFile(new URL(`../../../../docs/operating/${page}`, import.meta.url), 'utf8');

let database: SuiteDatabase;
beforeEach(async () => {
  database = await freshDatabase();
  await queryOnce(
    database.url,
    `SELECT graphile_worker.add_job('sendSomething') FROM generate_series(1, 3);
     UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'broken' WHERE id IN (
       SELECT id FROM graphile_worker.jobs ORDER BY id LIMIT 2)`,
  );
});
afterEach(() => database.drop());

const jobs = (where = 'true') =>
  queryOnce(database.url, `SELECT id FROM graphile_worker.jobs WHERE ${where} ORDER BY id`);

/** The one text on a page that matches, without the line breaks of its layout. */
function find(page: string, pattern: RegExp): string {
  const [, sql] = pattern.exec(page) ?? [];
  if (sql === undefined) throw new Error(`The page has no ${pattern.source}.`);
  return sql.replaceAll(/\s+/g, ' ');
}

describe('the SQL that the pages give operators', () => {
  it('finds the failed jobs and runs them again', async () => {
    const page = await read('incidents/jobs-failed.md');
    const failed = find(page, /(SELECT id, task_identifier[^"]+)"/);
    expect(await queryOnce(database.url, failed)).toHaveLength(2);
    const again = find(page, /(SELECT count\(\*\) FROM graphile_worker\.reschedule_jobs[^"]+)"/);
    expect(await queryOnce(database.url, again)).toEqual([{ count: '2' }]);
    expect(await queryOnce(database.url, failed)).toEqual([]);
    expect(await jobs('attempts = 0')).toHaveLength(3);
  });

  it('sends at once the emails that wait for their next attempt, and leaves those that failed for good', async () => {
    await queryOnce(
      database.url,
      `SELECT graphile_worker.add_job('sendLater', run_at := now() + interval '1 hour');
       UPDATE graphile_worker._private_jobs SET attempts = 3 WHERE run_at > now()`,
    );
    const send = find(await read('incidents/emails-failing.md'), /(SELECT count\(\*\) FROM [^"]+)"/);
    expect(await queryOnce(database.url, send)).toEqual([{ count: '1' }]);
    expect(await jobs('run_at > now()')).toEqual([]);
    expect(await jobs('attempts >= max_attempts')).toHaveLength(2);
  });

  it('runs jobs at once that wait for their next attempt, such as emails after an outage of the mail server', async () => {
    await queryOnce(
      database.url,
      `UPDATE graphile_worker._private_jobs SET attempts = 3, run_at = now() + interval '6 hours' WHERE attempts = 0`,
    );
    expect(await jobs('run_at > now()')).toHaveLength(1);
    const page = await read('incidents/jobs-failed.md');
    await queryOnce(database.url, find(page, /(SELECT count\(\*\) FROM graphile_worker\.reschedule_jobs[^"]+)"/));
    expect(await jobs('run_at <= now() AND attempts = 0')).toHaveLength(3);
  });

  it.each([
    ['incidents/long-transaction.md', 1],
    ['incidents/transaction-ids-run-out.md', 2],
  ])('shows what %s says to look for', async (page, count) => {
    const queries = [...(await read(page)).matchAll(/--command "\s+(SELECT [^"]+)"/g)];
    expect(queries).toHaveLength(count);
    for (const [, sql = ''] of queries) expect(await queryOnce(database.url, sql)).toBeInstanceOf(Array);
  });

  it('removes one job', async () => {
    const [first] = (await jobs()) as { id: string }[];
    const remove = find(
      await read('incidents/jobs-failed.md'),
      /`(SELECT count\(\*\) FROM graphile_worker\.complete_jobs[^`]+)`/,
    );
    await queryOnce(database.url, remove.replace('4711', String(first?.id)));
    expect(await jobs()).toHaveLength(2);
    expect(await jobs(`id = ${String(first?.id)}`)).toEqual([]);
  });

  it('removes all jobs after a restore, also those that a worker has locked', async () => {
    await queryOnce(
      database.url,
      `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'worker-1' WHERE attempts = 0`,
    );
    const sql = find(await read('after-a-restore.md'), /(SELECT graphile_worker\.force_unlock_workers[^`]+)```/);
    await queryOnce(database.url, sql);
    expect(await jobs()).toEqual([]);
  });

  it('runs the erasure of accounts at once', async () => {
    await queryOnce(
      database.url,
      `SELECT graphile_worker.add_job('eraseAccount', run_at := now() + interval '6 hours')`,
    );
    const sql = find(
      await read('incidents/account-deletions-late.md'),
      /(SELECT graphile_worker\.reschedule_jobs[^;]+);/,
    );
    await queryOnce(database.url, sql);
    expect(await jobs(`task_identifier = 'eraseAccount' AND run_at <= now()`)).toHaveLength(1);
  });
});
