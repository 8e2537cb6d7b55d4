/** A moment as it goes over the wire; null where there is none. */
export const moment = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

/**
 * A moment as PostgreSQL writes it, `2026-02-03 04:05:06.7+00`, as it goes over the wire. Sessions are of UTC, so only the
 * form differs; a Date between them takes longer than all else of a row.
 */
export function momentOfText(text: string): string {
  const milliseconds = text.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}
