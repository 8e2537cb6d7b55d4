import { Logger as WorkerLogger, type Job } from 'graphile-worker';
import type { Logger } from 'pino';
import { errorClass, errorType } from '../errors/error-class.ts';
import { requestIdOf } from './job-flag.ts';

interface Meta {
  readonly job?: Pick<Job, 'id' | 'task_identifier' | 'attempts' | 'flags'>;
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
    const fields = {
      'si.job.id': job.id,
      'si.job.task': job.task_identifier,
      'si.job.attempts': job.attempts,
      'si.request.id': requestIdOf(job.flags),
      ...(error && {
        'error.type': errorType(error),
        'exception.type': errorClass(error),
        'si.smtp.reply_code': toSmtpReplyCode(error.responseCode),
      }),
    };
    log[level](fields, error ? 'job failed' : 'job event');
  });
}

const toSmtpReplyCode = (code: unknown) => (typeof code === 'number' ? code : undefined);
