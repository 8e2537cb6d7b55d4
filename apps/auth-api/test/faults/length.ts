/** `short` fits into `npm test`; `full` is the command’s. */
export type Length = 'short' | 'full';

/** The short form shares its machine with other suites: it shows that nothing hangs, the command how long it takes. */
export const slack: Readonly<Record<Length, number>> = { short: 4.5, full: 1 };
