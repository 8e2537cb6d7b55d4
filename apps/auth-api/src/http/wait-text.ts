const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

/** How long so many seconds are, as people say it: never less than they are. */
export const waitText = (seconds: number): string =>
  seconds < 60 ? counted(seconds, 'second') : counted(Math.ceil(seconds / 60), 'minute');
