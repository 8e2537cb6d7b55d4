import { Email } from '@portal/contract';

/** A quoted name, an address in angle brackets, a text in parentheses, the end of a group, or a word. Commas separate words. */
const token =
  /"(?<quoted>(?:[^"\\]|\\.|"")*)"|<(?<angle>[^<>]*)>|\((?<comment>[^()]*)\)|(?<end>[;；])|(?<word>[^\s,;，、；<>"()]+)/gu;

const isAddress = (text: string) => text.includes('@');
/** An address without its `@`, such as `ann.example.com`, is no part of a name. */
const looksLikeAddress = (text: string) => isAddress(text) || /\.[a-z]{2,}$/i.test(text);

/** The titles of a spreadsheet that has only one column. */
const columnTitle = /^e-?mails?(?: address(?:es)?)?$/i;

/** Removes what mail programs put around an address, such as `[mailto:…]`, and a full stop after it. */
const withoutWrapping = (text: string) =>
  text
    .trim()
    .replace(/^[[“”‘’'«»]+(?=.)/u, '')
    .replace(/[\]“”‘’'«».:]+$/u, '')
    .replace(/^mailto:/i, '');

interface Name {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** A name that no address follows: the user sees that it was not invited. A quoted address is one. */
const parseName = ({ text, isQuoted }: Name) => (isQuoted && isAddress(text) ? parsePart(text) : [text]);

/** The addresses of a line, or of a cell of a spreadsheet, and whatever else is no name of an address. */
function parsePart(part: string): string[] {
  const found: string[] = [];
  let names: Name[] = [];
  const endNames = () => {
    found.push(...names.flatMap(parseName));
    names = [];
  };
  for (const { groups = {} } of part.matchAll(token)) {
    const { quoted, angle, comment, word } = groups;
    const address = withoutWrapping(angle ?? comment ?? word ?? '');
    const isNamed = word === undefined && isAddress(address);
    if (isNamed) names = names.filter(({ text, isQuoted }) => !isQuoted && looksLikeAddress(text));
    if (quoted !== undefined)
      names.push({ text: quoted.replace(/""|\\(.)/gu, (_, escaped?: string) => escaped ?? '"'), isQuoted: true });
    else if (word !== undefined && !isAddress(address)) names.push({ text: word, isQuoted: false });
    else if (comment !== undefined && !isNamed) continue;
    else {
      endNames();
      if (address !== '') found.push(address);
    }
  }
  endNames();
  return found.filter((text) => text !== '');
}

/** The addresses in a row of a spreadsheet. Without one, the row is returned as it is. */
function parseRow(line: string): string[] {
  const addresses = line.split('\t').flatMap(parsePart).filter(isAddress);
  return addresses.length > 0 ? addresses : [line.replace(/\s+/g, ' ').trim()].filter((text) => text !== '');
}

const parseLine = (line: string) => (line.includes('\t') ? parseRow(line) : parsePart(line));

const isTitle = (line: string) => !isAddress(line) && (line.trim().includes('\t') || columnTitle.test(line.trim()));

/**
 * Finds the email addresses in a text that was typed, or copied from a mail program or a spreadsheet: one per line, or separated by
 * commas, semicolons or spaces, with or without names. Repeated addresses are left out. What is neither an address nor its name is
 * returned, too, so that the user sees that it is invalid.
 */
export function parseEmails(text: string): string[] {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const [first = '', ...rest] = lines;
  const emails = new Map<string, string>();
  for (const email of (isTitle(first) && rest.some(isAddress) ? rest : lines).flatMap(parseLine)) {
    const key = Email.safeParse(email).data ?? email.toLowerCase();
    if (!emails.has(key)) emails.set(key, email);
  }
  return [...emails.values()];
}

/** The only address in a text, such as that of `Ada Lovelace <ada@example.com>`; otherwise the text itself. */
export function parseOneEmail(text: string): string {
  const [only, ...others] = parseEmails(text);
  return only !== undefined && others.length === 0 ? only : text;
}
