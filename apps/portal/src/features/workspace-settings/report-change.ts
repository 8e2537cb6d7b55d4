/**
 * Reports what the user changed. Call it with `undefined` when a change starts. That hides the previous message, so that it does not
 * appear next to an error.
 */
export type ReportChange = (message: string | undefined) => void;
