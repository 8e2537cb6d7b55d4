const withUnit = (count: number, unit: string) => `${count} ${count === 1 ? unit : `${unit}s`}`;

/** Formats a duration for users, rounded up: `30 seconds`, `2 minutes`. */
export const formatDuration = (seconds: number): string =>
  seconds < 60 ? withUnit(seconds, 'second') : withUnit(Math.ceil(seconds / 60), 'minute');
