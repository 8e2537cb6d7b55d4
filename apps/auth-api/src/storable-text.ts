/** Whether a value is no text, or a text that PostgreSQL can store: it stores no NUL character. */
export const isStorable = (value: unknown) => typeof value !== 'string' || !value.includes('\0');
