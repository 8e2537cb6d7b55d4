/**
 * The `code` of an error, such as `ENOENT`. Does not use `instanceof`, because Node's errors come from another realm
 * under Jest.
 */
export function errorCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

export function errorMessage(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}

export function errorStack(error: unknown): string {
  return typeof error === 'object' && error !== null && 'stack' in error ? String(error.stack) : errorMessage(error);
}
