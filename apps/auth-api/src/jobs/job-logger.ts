import { Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from 'pino';
import { errorClass, errorCode } from '../errors/error-type.ts';

interface Meta {
  readonly job?: { readonly id: string; readonly task_identifier: string; readonly attempts: number };
  readonly error?: { readonly responseCode?: unknown };
}

const levels: Readonly<Record<string, 'warn' | 'debug'>> = { error: 'warn', warning: 'warn' };

/**
 * Writes graphile-worker's messages to our log, without the text of errors: the replies of mail servers contain addresses. Of a
 * job only ids and codes are logged.
 */
export function jobLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (workerLevel, message, meta) => {
    const { job, error } = (meta ?? {}) as Meta;
    const level = levels[workerLevel] ?? 'debug';
    if (!job) {
      log[level]({ worker: /^[^:\n]*/.exec(message)?.[0], ...(error && { err: error }) }, 'job worker event');
      return;
    }
    const { id, task_identifier: task, attempts } = job;
    const failure = error && {
      type: errorClass(error),
      code: errorCode(error),
      smtpReply: toSmtpReplyCode(error.responseCode),
    };
    log[level]({ job: id, task, attempts, error: failure }, failure ? 'job failed' : 'job event');
  });
}

const toSmtpReplyCode = (code: unknown) => (typeof code === 'number' ? code : undefined);
