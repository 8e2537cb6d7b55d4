import { format } from 'date-fns';

export type TimestampSize = 'mini' | 'long' | 'extended';

/** Source: specification section 9, "Timestamp formats". */
const datePatterns = { mini: 'M/d/y', long: 'MMMM d, y', extended: 'eeee MMMM do, y' } as const;

export const formatDate = (date: Date, size: TimestampSize) => format(date, datePatterns[size]);

export const formatTime = (date: Date) => format(date, 'h:mm:ss a');

/** For points in time that need no seconds, such as a deadline. */
export const formatMinutes = (date: Date) => format(date, 'h:mm a');
