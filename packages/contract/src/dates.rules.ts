import { validationMessages } from './primitives.ts';

/** A day in milliseconds. A local day with a change of the clocks is an hour longer or shorter. */
export const dayMs = 86_400_000;

/** The error of a text that is not a day: that there is no such day, such as February 30, or another message if the form is wrong. */
export const dayError = (text: unknown, formError: string): string =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) ? validationMessages.noSuchDay : formError;

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
