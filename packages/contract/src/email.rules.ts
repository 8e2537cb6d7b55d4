// Not Node's built-in module of this name, which browsers lack.
import punycode from 'punycode/punycode.js';

/**
 * A local part of RFC 5321 without the quoted form, with the letters of RFC 6531. Dots may also be repeated or the last character: Japanese
 * mobile networks gave such addresses to their customers.
 */
const localPart = /^(?!\.)[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u;
/** Source: RFC 5321 section 4.5.3.1.1. In UTF-8. */
const maxLocalBytes = 64;

/** What may be typed in a domain. `new URL` would read anything else as a path, a port or an escape. The last two are full stops, too. */
const domainText = /^[\p{L}\p{M}\p{N}.·・。．｡-]+$/u;
/** Names of at least two labels in ASCII. The last is no number, so that an IP address is none. Source: RFC 1123 section 2.1, RFC 3696 section 2. */
const asciiDomain = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** Source: RFC 5321 section 4.5.3.1.3, without the angle brackets. */
const maxEmailBytes = 254;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/** Characters that become ASCII ones: the Kelvin sign and U+1FEF by NFC, and the letters i of Turkish by a change of case. */
const becomesAscii = /[\u212A\u1FEFıİ]/u;

/** A dot above an i or j is not visible, because the letter has one. `İ` in lower case is such an i. */
const hiddenDot = /\p{Soft_Dotted}\p{M}*\u0307/u;

/** Letters whose upper case is that of another letter, such as U+1C82, a variant of the Cyrillic o. Sigma has two forms on purpose. */
function hasCaseVariant(text: string): boolean {
  return Array.from(text.toLowerCase()).some((letter) => {
    const other = letter.toUpperCase().toLowerCase();
    return letter !== 'ς' && other !== letter && Array.from(other).length === 1;
  });
}

/**
 * Whether a local part could be mistaken for a different one: it has a variant of a character (`ﬁ`, `ａ`, `ſ`), one that becomes an
 * ASCII character, or a mark that is not visible.
 */
function resemblesAnother(local: string): boolean {
  const composed = local.normalize('NFC');
  return (
    local.normalize('NFKC') !== composed ||
    becomesAscii.test(local) ||
    becomesAscii.test(composed) ||
    hiddenDot.test(local.normalize('NFD')) ||
    hasCaseVariant(composed)
  );
}

/**
 * In lower case and NFC. Source: RFC 8265 section 3.3 (UsernameCaseMapped). A sigma has its final form only at the end of a word, because
 * upper case does not say which one was meant. `ß` remains, because `ss` is a different spelling. A text that is too long is unchanged,
 * because normalizing takes quadratic time.
 */
function canonicalLocal(local: string): string {
  if (local.length > maxEmailBytes || resemblesAnother(local)) return local;
  const lower = local.normalize('NFC').toLowerCase().normalize('NFC');
  return lower.replaceAll('ς', 'σ').replace(/(?<=[\p{L}\p{M}])σ(?![\p{L}\p{M}])/gu, 'ς');
}

function splitEmail(email: string): readonly [local: string, domain: string] | null {
  const at = email.lastIndexOf('@');
  return at > 0 && at === email.indexOf('@') && at < email.length - 1
    ? [email.slice(0, at), email.slice(at + 1)]
    : null;
}

/** The domain in the form of DNS (`xn--…`), or null if it is none. Both Node and browsers convert and check it by UTS #46. */
function toAsciiDomain(domain: string): string | null {
  const url = `http://${domain}`;
  if (domain.length > maxEmailBytes || !domainText.test(domain) || !URL.canParse(url)) return null;
  const { hostname } = new URL(url);
  return asciiDomain.test(hostname) ? hostname : null;
}

/**
 * The one spelling of an address, by which the API stores and compares it: the local part in lower case and NFC, the domain in ASCII.
 * A part that is invalid is unchanged.
 */
export function canonicalEmail(email: string): string {
  const [local, domain] = splitEmail(email) ?? [];
  if (local === undefined || domain === undefined) return email;
  return `${canonicalLocal(local)}@${toAsciiDomain(domain) ?? domain}`;
}

/** Says which part of an address is wrong. Null if it is valid. */
export function emailError(email: string): string | null {
  const parts = splitEmail(email);
  if (parts === null) return emailMessages.email;
  const [local, domain] = parts;
  // Before the checks that normalize, because normalizing takes quadratic time.
  if (email.length > maxEmailBytes) return emailMessages.long;
  if (!localPart.test(local) || bytesOf(local) > maxLocalBytes || resemblesAnother(local)) return emailMessages.local;
  if (toAsciiDomain(domain) === null) return emailMessages.domain;
  return bytesOf(email) > maxEmailBytes ? emailMessages.long : null;
}

export const emailMessages = {
  /** Source: specification section 5, "Shared form rules". */
  email: 'Invalid email',
  local: 'Invalid email: check the part before the @',
  domain: 'Invalid email: check the part after the @',
  long: 'Invalid email: it is too long',
};

/** Letters that resemble Latin ones: `аpple` with a Cyrillic `а`. */
const resemblesLatin = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** A label in Unicode, unless it mixes Latin letters with letters that resemble them. */
function toUnicodeLabel(label: string): string {
  const unicode = punycode.toUnicode(label);
  return resemblesLatin.test(unicode) && /\p{Script=Latin}/u.test(unicode) ? label : unicode;
}

/** An address as people read it: the domain in Unicode. Only for people: the API and mail servers use the stored form. */
export function displayEmail(email: string): string {
  const [local, domain] = splitEmail(email) ?? [];
  if (local === undefined || domain === undefined || toAsciiDomain(domain) !== domain) return email;
  return `${local}@${domain.split('.').map(toUnicodeLabel).join('.')}`;
}
