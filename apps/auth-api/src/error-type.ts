const code = /^[A-Z0-9_]{2,40}$/;
const className = /^[\w$]{1,60}$/;

/** The code of a failure, if it has one of the usual form, as ECONNREFUSED, P2002 or 23505. */
export function errorCode(error: unknown): string | undefined {
  const { code: own, originalCode } = (error ?? {}) as { code?: unknown; originalCode?: unknown };
  const given = own ?? originalCode;
  return typeof given === 'string' && code.test(given) ? given : undefined;
}

/** The class of what was thrown. Clients of providers have classes of their own, but leave their errors' name as it was. */
export function errorClass(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const name = error.name === 'Error' ? error.constructor.name : error.name;
  return className.test(name) ? name : 'Error';
}

/** The HTTP status with which somebody else refused, if that is what the failure is about. */
export function errorStatus(error: unknown): number | undefined {
  const { status, statusCode } = (error ?? {}) as Readonly<Record<string, unknown>>;
  return [status, statusCode].find((each) => typeof each === 'number');
}

/** What tells one kind of failure from another: the code, else the class. Never a message. */
export const errorType = (error: unknown): string => errorCode(error) ?? errorClass(error);
