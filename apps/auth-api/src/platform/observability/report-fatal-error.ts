import { pino } from 'pino';
import { isProduction } from '../config/node-environment.ts';
import { explainConnectionError } from '../db/connection-errors.ts';
import { AppError, safeMessage } from '../errors/app-error.ts';
import { errorType } from '../errors/error-class.ts';
import { createLogger } from './logger.ts';

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

/** The message of an error that ends a program: what is wrong and what to do. Contains nothing personal or secret. */
export function formatFatalError(error: unknown, databaseSetting = 'DATABASE_URL'): string {
  return (
    innermostMessage(error) ??
    explainConnectionError(error, databaseSetting)?.message ??
    safeMessage(error) ??
    `Unexpected error: ${errorType(error)}. Report this error to the developers.`
  );
}

/** The message of the `AppError` nearest to the cause, which is more specific than those that wrap it. */
function innermostMessage(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return innermostMessage(error.cause) ?? (error instanceof AppError ? error.message : undefined);
}
