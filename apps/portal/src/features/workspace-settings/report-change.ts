/** Reports what the user changed; undefined when a change starts, so that an error does not appear beside an earlier success. */
export type ReportChange = (message: string | undefined) => void;
