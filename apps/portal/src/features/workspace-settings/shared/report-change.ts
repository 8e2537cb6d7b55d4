/**
 * Reports what the user changed. Call it with `undefined` when a change starts. That hides the previous message, so that it does not
 * appear next to an error. A warning is a change that did not do all that the user expects.
 */
export type ReportChange = (message: string | undefined, options?: { readonly isWarning: boolean }) => void;
