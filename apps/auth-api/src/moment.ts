/** A moment as it goes over the wire; null where there is none. */
export const moment = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;
