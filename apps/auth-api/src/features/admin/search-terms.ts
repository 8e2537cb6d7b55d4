/** The forms of a search text that PostgreSQL matches. A form that is null or empty is skipped. */
export interface SearchTerms {
  /** An id that the text contains. In that case nothing else is searched. */
  readonly id: string | null;
  /** A tsquery that matches the whole text as a name. */
  readonly whole: string | null;
  /** A tsquery that matches the beginnings of words. Null if a word contains punctuation. */
  readonly prefixes: string | null;
  /** LIKE patterns that match anywhere. */
  readonly patterns: readonly string[];
}

/** Where the function `search_words` of the `guards` migration splits a text into words. */
const punctuation = /[\s!-/:-@[-`{-~’·]/;
/** What a trigram index can look up. */
const hasTrigram = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

/** Splits a search text; `folded` is the text in lower case without accents, as the database compares names. */
export function searchTerms(text: string, folded: string): SearchTerms {
  const id = /\b[0-9A-HJKMNP-TV-Z]{26}\b/i.exec(text)?.[0].toUpperCase() ?? null;
  if (id !== null) return { id, whole: null, prefixes: null, patterns: [] };
  const foldedWords = splitWords(folded);
  const uniqueWords = [...new Set(foldedWords)];
  const substrings = [...new Set(splitWords(text))];
  return {
    id,
    whole: quoteLexeme(`=${foldedWords.join(' ')}`),
    prefixes: uniqueWords.some((word) => punctuation.test(word))
      ? null
      : uniqueWords.map((word) => `${quoteLexeme(word)}:*`).join(' & '),
    patterns: substrings.some((substring) => hasTrigram.test(substring)) ? substrings.map(containsPattern) : [],
  };
}

/** Splits at whitespace. The scheme and the trailing slashes of a URL are dropped, because every URL has them. */
function splitWords(text: string): string[] {
  let trimmed = text.replace(/^[a-z]+:\/\//i, '');
  while (trimmed.endsWith('/')) trimmed = trimmed.slice(0, -1);
  return trimmed.split(/\s+/).filter((word) => word !== '');
}

const quoteLexeme = (word: string) => `'${word.replace(/[\\']/g, '$&$&')}'`;
const containsPattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
