/**
 * Control characters (C0, DEL, C1), line separators, and the characters that change the direction of text. A terminal would obey them: a
 * name with them could hide or fake other output.
 */
const unsafe = /[\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Text from elsewhere, as one line without characters that a terminal obeys. */
export const toVisibleText = (text: string): string => text.replace(/[\t\r\n]+/g, ' ').replace(unsafe, '');

/** The same for text of several lines. */
export const toVisibleLines = (text: string): string =>
  text.replace(unsafe, (found) => (/[\t\n]/.test(found) ? found : ''));

/** The same JSON value, in which these characters are escaped. `JSON.stringify` escapes only C0. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(unsafe, (found) =>
    found === '\n' ? found : `\\u${(found.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
