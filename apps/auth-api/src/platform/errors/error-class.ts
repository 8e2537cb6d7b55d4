const codePattern = /^[A-Z0-9_]{2,40}$/;
const classNamePattern = /^[\w$]{1,60}$/;

/** The code of an error, such as ECONNREFUSED, P2002 or 23505; undefined if it has none of this form. */
export function errorCode(error: unknown): string | undefined {
  const { code, originalCode } = (error ?? {}) as { code?: unknown; originalCode?: unknown };
  const candidate = code ?? originalCode;
  return typeof candidate === 'string' && codePattern.test(candidate) ? candidate : undefined;
}

/** The class name of an error. Some libraries define error classes but do not set `name`. */
export function errorClass(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const name = error.name === 'Error' ? error.constructor.name : error.name;
  return classNamePattern.test(name) ? name : 'Error';
}

/** The HTTP status that an upstream service responded with, if the error has one. */
export function errorStatus(error: unknown): number | undefined {
  const { status, statusCode } = (error ?? {}) as Readonly<Record<string, unknown>>;
  return [status, statusCode].find((candidate) => typeof candidate === 'number');
}

/** Identifies the kind of an error in logs and metrics: its code, else its class. Never a message. */
export const errorType = (error: unknown): string => errorCode(error) ?? errorClass(error);
