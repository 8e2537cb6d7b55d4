/** So few characters find too many to be of use. */
export const shortestSearch = 2;

/** No address is longer. */
export const longestSearch = 254;

/** Why nothing can be looked for by a text, or null if something can. */
export function searchProblem(text: string): string | null {
  const { length } = Array.from(text.trim());
  if (length < shortestSearch) return `Type at least ${shortestSearch} characters`;
  if (!/[\p{L}\p{N}]/u.test(text)) return 'Type a letter or a digit';
  return length > longestSearch ? `Type at most ${longestSearch} characters` : null;
}
