import type { ReactNode } from 'react';

/** The content of a cell with more than one line, which needs space above and below. */
export const TwoLines = ({ children }: { children: ReactNode }) => <div className="min-w-0 sm:py-1">{children}</div>;
