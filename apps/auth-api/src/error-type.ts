const code = /^[A-Z0-9_]{2,40}$/;
const className = /^[\w$]{1,60}$/;

/** The code of a failure, if it has one of the usual form, as ECONNREFUSED, P2002 or 23505. */
export function errorCode(error: unknown): string | undefined {
  const { code: own, originalCode } = (error ?? {}) as { code?: unknown; originalCode?: unknown };
  const given = own ?? originalCode;
  return typeof given === 'string' && code.test(given) ? given : undefined;
}

/** The class of what was thrown. */
export function errorClass(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return className.test(error.name) ? error.name : 'Error';
}

/** What tells one kind of failure from another: the code, else the class. Never a message. */
export const errorType = (error: unknown): string => errorCode(error) ?? errorClass(error);
