import { PortalError } from '@portal/client';
import { CommanderError } from 'commander';
import { toVisibleText } from './output/visible-text.ts';

/** What the program exits with. docs/connect/terminals.md lists them. */
export const exitCodes = { ok: 0, refused: 1, usage: 2, notLoggedIn: 3, unreachable: 4, interrupted: 130 } as const;

/** An error that the user can do something about. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}

export const usageError = (message: string) => new CliError(message, exitCodes.usage);

/** With the profile to log in to; undefined for the default one. */
export const notLoggedIn = (reason: string, profile: string | undefined) =>
  new CliError(
    `${reason} Run: portal login${profile === undefined ? '' : ` --profile ${profile}`}`,
    exitCodes.notLoggedIn,
  );

/** Why no answer came, such as `ECONNREFUSED`: the innermost cause knows. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return reasonOf(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

/** An error of the API as one sentence, with the id of the request. */
export function describePortalError(error: PortalError): string {
  const { type, message, fields, requestId } = error;
  if (type === 'Unreachable') return `The API could not be reached: ${reasonOf(error)}`;
  const advice =
    type === 'InsufficientScope' ? ' Log in again with portal login --write, and check the scope in the browser.' : '';
  // The message names the fields already.
  const wrong = (type === 'InvalidInput' ? [] : fields).map((field) => ` ${field.path}: ${field.message}.`).join('');
  return `${message}${wrong}${advice}${requestId === null ? '' : ` (request ${requestId})`}`;
}

function exitCodeOf({ status, type }: PortalError): number {
  if (status === 401) return exitCodes.notLoggedIn;
  const isUnreachable = status === null || type === 'UnexpectedResponse' || [502, 503, 504].includes(status);
  return isUnreachable ? exitCodes.unreachable : exitCodes.refused;
}

/** What the user reads about an error, and what the program exits with. */
export function describeError(error: unknown): { readonly message: string | null; readonly exitCode: number } {
  // commander has printed its message already. Help and version are no errors.
  if (error instanceof CommanderError)
    return { message: null, exitCode: error.exitCode === 0 ? exitCodes.ok : exitCodes.usage };
  if (error instanceof PortalError)
    return { message: toVisibleText(describePortalError(error)), exitCode: exitCodeOf(error) };
  if (error instanceof CliError) return { message: toVisibleText(error.message), exitCode: error.exitCode };
  return { message: toVisibleText(`Unexpected error: ${String(error)}`), exitCode: exitCodes.refused };
}
