/** `short` runs as part of `npm test`; `full` is what `npm run faults` runs unless it gets `--short`. */
export type RunMode = 'short' | 'full';

/** Factor on every time limit. The short mode shares its machine with other suites, so it only detects requests that hang. */
export const timeoutFactor: Readonly<Record<RunMode, number>> = { short: 4.5, full: 1 };
