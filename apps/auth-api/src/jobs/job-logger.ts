import { Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from 'pino';
import { errorClass, errorCode } from '../error-type.ts';

interface Meta {
  readonly job?: { readonly id: string; readonly task_identifier: string; readonly attempts: number };
  readonly error?: { readonly responseCode?: unknown };
}

const levels: Readonly<Record<string, 'warn' | 'debug'>> = { error: 'warn', warning: 'warn' };

/**
 * The worker's words in our log, up to where it quotes an error: what a mail server answers holds addresses. Of a job
 * only ids and codes are told.
 */
export function jobLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    const { job, error } = (meta ?? {}) as Meta;
    const at = levels[level] ?? 'debug';
    if (!job) {
      log[at]({ worker: /^[^:\n]*/.exec(message)?.[0], ...(error && { err: error }) }, 'jobs');
      return;
    }
    const { id, task_identifier: task, attempts } = job;
    const failure = error && { type: errorClass(error), code: errorCode(error), answer: replyCode(error.responseCode) };
    log[at]({ job: id, task, attempts, error: failure }, 'a job was tried');
  });
}

/** The number that a mail server's refusal begins with. */
const replyCode = (given: unknown) => (typeof given === 'number' ? given : undefined);
