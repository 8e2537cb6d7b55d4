/** PostgreSQL cannot run. The message includes the remedy. */
export class LocalPostgresError extends Error {
  override name = 'LocalPostgresError';
  /** Whether deleting the data solves the problem. */
  readonly resetHelps: boolean;

  constructor(message: string, { resetHelps = false, ...options }: ErrorOptions & { resetHelps?: boolean } = {}) {
    super(message, options);
    this.resetHelps = resetHelps;
  }
}

/**
 * The `code` of an error, such as `ENOENT`. Does not use `instanceof`, because Node's errors come from another realm
 * under Jest.
 */
export function errorCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
