import { pino } from 'pino';
import { isProduction } from '../config/node-environment.ts';
import { createLogger } from './logger.ts';
import { formatFatalError } from './format-fatal-error.ts';

/**
 * Whether errors are for a log collector: in production, unless a person at a terminal started the program. It has to know
 * before the settings are valid.
 */
export const logsErrors = (): boolean => isProduction(process.env) && !process.stderr.isTTY;

interface ReportOptions {
  /** What failed, before the message. */
  readonly prefix?: string;
  /** The setting with the URL of the database that the program uses. */
  readonly databaseSetting?: string;
}

/** Reports the error that ends a program on standard error: as a line of the log, or as text. */
export function reportFatalError(error: unknown, { prefix = '', databaseSetting }: ReportOptions = {}): void {
  const message = `${prefix}${formatFatalError(error, databaseSetting)}`;
  if (logsErrors()) logFatal(message, { err: error });
  else process.stderr.write(`${message}\n`);
}

/** Writes a line of the log to standard error, and waits until it is written, because the process ends. */
export function logFatal(message: string, fields: { readonly err?: unknown } = {}): void {
  createLogger('fatal', pino.destination({ dest: 2, sync: true })).fatal(fields, message);
}
