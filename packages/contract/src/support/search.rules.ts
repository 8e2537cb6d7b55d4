/** So few characters find too many to be of use. */
export const shortestSearch = 2;

/** No address is longer. */
export const longestSearch = 254;

/** Each word is looked for by itself, so more would be asked of the database than one search is worth. */
export const mostSearchWords = 12;

export const tooLongSearch = `Type at most ${longestSearch} characters`;

/** Why nothing can be looked for by a text, or null if something can. */
export function searchProblem(text: string): string | null {
  const { length } = Array.from(text.trim());
  if (length < shortestSearch) return `Type at least ${shortestSearch} characters`;
  if (!/[\p{L}\p{N}]/u.test(text)) return 'Type a letter or a digit';
  if (length > longestSearch) return tooLongSearch;
  return new Set(text.trim().split(/\s+/)).size > mostSearchWords ? `Type at most ${mostSearchWords} words` : null;
}
