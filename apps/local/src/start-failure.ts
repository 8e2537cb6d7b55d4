/** Why the stack can't start or go on, in a sentence with the way out. It is shown as it is, without a stack. */
export class StartFailure extends Error {
  override name = 'StartFailure';
}

/** The code of a failed system call, or undefined for any other error. */
export function systemErrorCode(error: unknown): string | undefined {
  // By its shape: under Jest, Node's own errors are of another Error than ours.
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
