/** A timestamp as the API sends it; null stays null. */
export const toIsoTimestamp = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;
