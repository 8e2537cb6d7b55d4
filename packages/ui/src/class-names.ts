/** Joins class names and skips falsy values. */
export function classNames(...values: readonly (string | false | null | undefined)[]): string {
  return values.filter(Boolean).join(' ');
}
