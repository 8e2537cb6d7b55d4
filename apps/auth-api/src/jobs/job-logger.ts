import { Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from 'pino';

interface JobFailure {
  readonly job: { readonly id: string; readonly task_identifier: string; readonly attempts: number };
  readonly error?: { readonly code?: unknown; readonly responseCode?: unknown; readonly name?: unknown };
}

const levels: Readonly<Record<string, 'warn' | 'debug'>> = { error: 'warn', warning: 'warn' };

/** The worker's words in our log. Of a failed job only ids and codes: what a mail server answers holds addresses. */
export function jobLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    const failure = meta as Partial<JobFailure> | undefined;
    if (!failure?.job) {
      log[levels[level] ?? 'debug']({ worker: message }, 'jobs');
      return;
    }
    const { id, task_identifier: task, attempts } = failure.job;
    const { code, responseCode, name } = failure.error ?? {};
    log[levels[level] ?? 'debug']({ job: id, task, attempts, error: { name, code, responseCode } }, 'a job was tried');
  });
}
