/** The system's name of a failure, as ENOENT. Not asked by `instanceof`: Node's own errors are foreign to Jest's realm. */
export function codeOf(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}

export function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}

export function stackOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'stack' in error ? String(error.stack) : messageOf(error);
}
