/** A failure told in our own words, with nothing in them that somebody typed or sent: the log may tell them. */
export class Fault extends Error {
  override name = 'Fault';
}

/** The message of a failure, where it can't hold anything personal or secret: of our own, and of the system's calls. */
export function tellable(error: unknown): string | undefined {
  if (error instanceof Fault) return error.message;
  const { syscall, message } = (error ?? {}) as { syscall?: unknown; message?: unknown };
  return typeof syscall === 'string' && typeof message === 'string' ? message : undefined;
}
