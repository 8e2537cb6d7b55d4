import { replaceInvisible } from '@portal/contract';

/** Longer texts are cut before they are processed. */
const maxRawLength = 1_000;

const controls = /\p{Cc}+/gu;
/** Punctuation of URLs and email addresses, in all forms that mail programs recognize. */
const linkPunctuation = /[@＠﹫:：﹕/\\／⁄∕＼]+/gu;
/** The dots of domains, in all forms that mail programs recognize. */
const dotInWord = /[.。．｡․﹒]+(?=[\p{L}\p{M}\p{N}_-])/gu;

/** Six or more digits, also with the separators of phone numbers and dates: mail programs turn them into links. */
const longNumber = /\+?\p{Nd}(?:[\s\p{Pd}+().,·]*\p{Nd}){5,}/gu;
/** The combining marks of a character after the fourth. */
const excessMarks = /(?<=\p{M}{4})\p{M}+/gu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Prepares a text of someone else for an email or a page: one line of a limited length, without anything that a mail program
 * turns into a link. `li.wei` becomes `li. wei`, because a domain contains no space. A number of six or more digits becomes `…`.
 */
export function toPlainText(text: string, maxCharacters: number): string {
  // A limit for combining marks: a character can have any number of them.
  const maxCodePoints = 3 * maxCharacters;
  const plain = replaceInvisible(text.slice(0, maxRawLength).replace(controls, ' '), ' ')
    .replace(linkPunctuation, ' ')
    .replace(dotInWord, '. ')
    .replace(longNumber, '…')
    .replace(excessMarks, '')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...graphemes.segment(plain)].map(({ segment }) => segment);
  if (characters.length <= maxCharacters && codePoints(plain) <= maxCodePoints && text.length <= maxRawLength)
    return plain;
  let truncated = '';
  for (const character of characters.slice(0, maxCharacters - 1)) {
    if (codePoints(truncated + character) >= maxCodePoints) break;
    truncated += character;
  }
  return `${truncated.trimEnd()}…`;
}

/** Quotes a text at the end of a sentence. A text that ends a sentence itself gets no second full stop. */
export const quoteAtEnd = (text: string): string => `“${text}”${/[.!?…。]$/u.test(text) ? '' : '.'}`;

const codePoints = (text: string) => Array.from(text).length;
