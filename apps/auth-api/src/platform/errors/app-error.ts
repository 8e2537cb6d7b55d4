/** An error with a message that we wrote, without user data or secrets, so that it is safe to log. */
export class AppError extends Error {
  override name = 'AppError';
}

/** The error's message if it cannot contain personal data or secrets: of an `AppError`, or of a system call. */
export function safeMessage(error: unknown): string | undefined {
  if (error instanceof AppError) return error.message;
  const { syscall, message } = (error ?? {}) as { syscall?: unknown; message?: unknown };
  return typeof syscall === 'string' && typeof message === 'string' ? message : undefined;
}
