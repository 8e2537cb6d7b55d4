/** The hint for a field with restricted characters. */
export const allowedCharacters = 'Latin letters, digits, spaces and - . , _ @ / +';

/** Replaces line breaks by spaces, for a text of one line in a text area. */
export const toSingleLine = (text: string) => text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ');

/** `toSingleLine` for a form value. The user can submit while the field still has line breaks. */
export const toSingleLineOrNull = (text: string | null) => text && toSingleLine(text);
