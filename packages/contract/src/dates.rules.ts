/** A day in milliseconds. A local day with a change of the clocks is an hour longer or shorter. */
export const dayMs = 86_400_000;

// For emails and for pages that a server renders: they do not know the time zone of the reader. The portal has the same style
// in the time zone of the browser (`formatDate` in packages/ui).

/** `November 21, 2026` */
export const formatUtcDate = (date: Date) => date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `November 21, 2026 12:05 PM UTC` */
export function formatUtcDateTime(date: Date): string {
  const time = date.toLocaleTimeString('en-US', { timeStyle: 'short', timeZone: 'UTC' });
  // Some versions of Node write a narrow no-break space, which not every font of a mail program has.
  return `${formatUtcDate(date)} ${time.replace(/\s/g, ' ')} UTC`;
}
