import { explainConnectionError } from '../db/connection-errors.ts';
import { AppError, safeMessage } from '../errors/app-error.ts';
import { errorType } from '../errors/error-class.ts';

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
