/** Whether a `YYYY-MM-DD` is a day that there is. */
export function isCalendarDate(text: string): boolean {
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${text}T`);
}
