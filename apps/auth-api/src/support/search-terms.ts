/** What PostgreSQL is asked for; null where nothing of the kind can be. */
export interface SearchTerms {
  /** An id that the text is or holds: then nothing else is meant. */
  readonly id: string | null;
  /** The words of a tsquery: the whole text as a name. */
  readonly whole: string | null;
  /** The words of a tsquery: the beginnings of words, which have no punctuation within. */
  readonly begun: string | null;
  /** Patterns of LIKE, for what may stand anywhere. */
  readonly parts: readonly string[];
}

/** Divides texts into words as `search_words` of the `guards` migration does. */
const punctuation = /[\s!-/:-@[-`{-~’·]/;
/** What no index of trigrams could look up. */
const hasTrigram = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u;

/** What to look for by a text as it was typed, and by the same as names are compared. */
export function searchTerms(text: string, folded: string): SearchTerms {
  const id = /\b[0-9A-HJKMNP-TV-Z]{26}\b/i.exec(text)?.[0].toUpperCase() ?? null;
  if (id !== null) return { id, whole: null, begun: null, parts: [] };
  const whole = wordsOf(folded);
  const words = [...new Set(whole)];
  const parts = [...new Set(wordsOf(text))];
  return {
    id,
    whole: quoted(`=${whole.join(' ')}`),
    begun: words.some((word) => punctuation.test(word)) ? null : words.map((word) => `${quoted(word)}:*`).join(' & '),
    parts: parts.some((part) => hasTrigram.test(part)) ? parts.map(anywhere) : [],
  };
}

/** The words between spaces; of an address without what all addresses share. */
function wordsOf(text: string): string[] {
  let known = text.replace(/^[a-z]+:\/\//i, '');
  while (known.endsWith('/')) known = known.slice(0, -1);
  return known.split(/\s+/).filter((word) => word !== '');
}

const quoted = (word: string) => `'${word.replace(/[\\']/g, '$&$&')}'`;
const anywhere = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`;
