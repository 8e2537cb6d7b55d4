/** How many characters of a name a mail shows. */
const maxCharacters = 60;
/** Far more than that many characters can take. */
const maxRawLength = 1_000;

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
/** What an address of the web or of mail can't do without, in the forms that mail programs know. */
const joints = /[@＠﹫:：﹕/\\／⁄∕＼]+|[.。．｡․﹒]+(?=\S)/gu;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A text that a user chose, for a mail to somebody else: one line of at most 60 characters, in which no mail program finds
 * a link. `evil.com` becomes `evil com`; a dot at the end of a word stays.
 */
export function mailText(text: string): string {
  const plain = text.slice(0, maxRawLength).replace(invisible, ' ').replace(joints, ' ').replace(/\s+/g, ' ').trim();
  const shown = [...graphemes.segment(plain)].map(({ segment }) => segment);
  if (shown.length <= maxCharacters && text.length <= maxRawLength) return shown.join('');
  return `${shown
    .slice(0, maxCharacters - 1)
    .join('')
    .trimEnd()}…`;
}

/** An address as a mail shows it: as it is where it is an ordinary one, so that nothing but a link to write to it comes of it. */
export const mailAddress = (email: string) =>
  /^[\p{L}\p{N}_+-]+(\.[\p{L}\p{N}_+-]+)*@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(email) && email.length <= 254
    ? email
    : mailText(email);
