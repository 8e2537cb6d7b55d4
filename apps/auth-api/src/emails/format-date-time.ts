/** In UTC, because the time zone of the reader is unknown. */
export const formatDateTime = (date: Date) =>
  `${date.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;
