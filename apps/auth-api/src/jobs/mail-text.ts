/** How many characters of a name a mail shows. */
const maxCharacters = 60;
/** How many code points these characters have at most together: a character can hold any number of marks. */
const maxCodePoints = 3 * maxCharacters;
/** Far more than that many characters can take. */
const maxRawLength = 1_000;

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
/** The punctuation that a web or email address cannot do without, in the forms that mail programs recognise. */
const linkPunctuation = /[@＠﹫:：﹕/\\／⁄∕＼]+|[.。．｡․﹒]+(?=\S)/gu;

/** Six or more digits, also with signs of phone numbers and dates between: mail programs make links of them. */
const longNumber = /\+?\p{Nd}(?:[\s\p{Pd}+().,]*\p{Nd}){5,}/gu;
/** What comes after the fourth mark of a character. */
const stackedMarks = /(?<=\p{M}{4})\p{M}+/gu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A text that a user chose, for a mail to somebody else: one line of at most 60 characters, in which no mail program finds
 * a link. `evil.com` becomes `evil com`; a dot at the end of a word stays. A number of six or more digits becomes `…`.
 */
export function mailText(text: string): string {
  const plain = text
    .slice(0, maxRawLength)
    .replace(invisible, ' ')
    .replace(linkPunctuation, ' ')
    .replace(longNumber, '…')
    .replace(stackedMarks, '')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...graphemes.segment(plain)].map(({ segment }) => segment);
  if (characters.length <= maxCharacters && codePoints(plain) <= maxCodePoints && text.length <= maxRawLength)
    return plain;
  let shown = '';
  for (const character of characters.slice(0, maxCharacters - 1)) {
    if (codePoints(shown + character) >= maxCodePoints) break;
    shown += character;
  }
  return `${shown.trimEnd()}…`;
}

const codePoints = (text: string) => Array.from(text).length;

/** An address as a mail shows it: as it is where it is an ordinary one, so that nothing but a link to write to it comes of it. */
export const mailAddress = (email: string) =>
  /^[\p{L}\p{N}_+-]+(\.[\p{L}\p{N}_+-]+)*@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(email) && email.length <= 254
    ? email
    : mailText(email);
