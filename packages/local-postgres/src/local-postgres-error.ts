/** Why PostgreSQL can't run here, in a sentence for whoever started it, with the way out. */
export class LocalPostgresError extends Error {
  override name = 'LocalPostgresError';
}

/** The code of a failed system call, or undefined for any other error. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
