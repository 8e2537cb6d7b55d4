/** Fewer characters match too much to be useful. */
export const minSearchLength = 2;

/** The maximum length of an email address. */
export const maxSearchLength = 254;

/** Each word is a condition of the database query, so the number of words limits its cost. */
export const maxSearchWords = 12;

/** For a text of more than `maxSearchLength` characters. */
export const searchTooLongMessage = `Type at most ${maxSearchLength} characters`;

/** An error message if a text cannot be searched for; null if it can. */
export function searchQueryError(text: string): string | null {
  const { length } = Array.from(text.trim());
  if (length < minSearchLength) return `Type at least ${minSearchLength} characters`;
  if (!/[\p{L}\p{N}]/u.test(text)) return 'Type a letter or a digit';
  if (length > maxSearchLength) return searchTooLongMessage;
  return new Set(text.trim().split(/\s+/)).size > maxSearchWords ? `Type at most ${maxSearchWords} words` : null;
}
