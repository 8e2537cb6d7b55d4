/** Why the stack can't start or go on, in a sentence with the way out. It is shown as it is, without a stack. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

/** The code of a failed system call, or undefined for any other error. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
