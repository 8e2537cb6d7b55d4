/** What `npm run faults` runs: `full` unless it gets `--short`. */
export type RunMode = 'short' | 'full';

/** Factor on every time limit. The short mode may share its machine, so it only detects requests that hang. */
export const timeoutFactor: Readonly<Record<RunMode, number>> = { short: 4.5, full: 1 };
