/** The stack cannot start or continue. The message includes the remedy and is printed without a stack trace. */
export class StartError extends Error {
  override name = 'StartError';
}
