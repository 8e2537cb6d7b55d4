/** Why PostgreSQL can't run here, in a sentence for whoever started it, with the way out. */
export class LocalPostgresError extends Error {
  override name = 'LocalPostgresError';
  /** Whether emptying the data folder is a way out. */
  readonly resetHelps: boolean;

  constructor(message: string, { emptyingHelps = false, ...options }: ErrorOptions & { emptyingHelps?: boolean } = {}) {
    super(message, options);
    this.resetHelps = emptyingHelps;
  }
}

/** The code of a failed system call, or undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  // By its shape: under Jest, Node's own errors are of another Error than ours.
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
