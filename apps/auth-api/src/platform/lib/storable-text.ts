/** False for a text with a NUL character, which PostgreSQL cannot store. */
export const isStorableText = (value: unknown) => typeof value !== 'string' || !value.includes('\0');
