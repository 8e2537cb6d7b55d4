import { createContext } from 'react';

/** How far the correct time is ahead of this computer's clock, in milliseconds. */
export const ClockOffsetContext = createContext(0);
