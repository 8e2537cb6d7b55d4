import { Email, replaceInvisible, roleLabels } from '@portal/contract';

/** A quoted name, an address in angle brackets, a text in parentheses, the end of a group, or a word. Commas separate words. */
const token =
  /"(?<quoted>(?:[^"\\]|\\.|"")*)"|<(?<angle>[^<>]*)>|\((?<comment>[^()]*)\)|(?<end>[;；])|(?<word>[^\s,;，、；<>"()]+)/gu;

const isAddress = (text: string) => text.includes('@');
/** An address without its `@`, such as `ann.example.com`, is no part of a name. */
const looksLikeAddress = (text: string) => isAddress(text) || /\.[a-z]{2,}$/i.test(text);

/** The titles of a spreadsheet that has only one column. */
const columnTitle = /^e-?mails?(?: address(?:es)?)?$/i;

/** What starts an item of a list, or a line of a quoted email: `•`, `- `, `1. `, `[x] ` or `> `. */
const listMark = /^\s*(?:[•◦‣▪●○■□]\s*|(?:[-–—*>]|\d+[.)]|\(\d+\)|\[[ x]?\])\s+)+/i;

/** `Ann Lee: ann@example.com` or `Ann Lee - ann@example.com` */
const namedByDash = /^(?<name>[^@,;<>"]+?)(?:\s*[:=|]|\s+[-–—])\s+(?<address>[^\s,;<>"]+@[^\s,;<>"]+)$/u;

const roles: readonly string[] = Object.entries(roleLabels)
  .flat()
  .map((name) => name.toLowerCase());

/** Removes what mail programs put around an address, such as `[mailto:…]`, and the end of a sentence after it. */
const withoutWrapping = (text: string) =>
  text
    .trim()
    .replace(/^[[“”‘’'«»]+(?=.)/u, '')
    .replace(/[\]“”‘’'«».:!?…]+$/u, '')
    // A link can have a subject, after the last of its addresses.
    .replace(/(@[^?]*)\?.*/, '$1')
    .replace(/^mailto:(.*)/i, (_link, address: string) => decodeAddress(address));

/** A link to an address is percent-encoded: `+` is `%2B`. */
function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

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
    else if (word !== undefined && !isAddress(address)) {
      if (/[\p{L}\p{N}]/u.test(word)) names.push({ text: word, isQuoted: false });
    } else if (comment !== undefined && !isNamed) continue;
    else {
      endNames();
      if (address !== '') found.push(address);
    }
  }
  endNames();
  return found.filter((text) => text !== '');
}

/** The addresses in a row of a spreadsheet. */
const parseRow = (row: string) => row.split('\t').flatMap(parsePart).filter(isAddress);

/** The addresses of a line. A line without an address is returned as it is. */
function parseLine(line: string): string[] {
  if (/^[\s,;]*$/.test(line)) return [];
  if (!isAddress(line)) return [line.replace(/\s+/g, ' ').trim()];
  if (line.includes('\t')) return parseRow(line);
  const { name = '', address } = namedByDash.exec(line.trim())?.groups ?? {};
  return parsePart(address !== undefined && !looksLikeAddress(name) ? address : line);
}

/** A row of a CSV file as a row of a spreadsheet: with tabs for the separators outside of quotation marks. */
const toRow = (line: string, separator: string) =>
  line.replace(/"(?:[^"]|"")*"|[,;]/g, (found) => (found === separator ? '\t' : found));

const isRole = (cell: string) => roles.includes(cell.replaceAll('"', '').trim().toLowerCase());

/** Whether rows are those of one table, with one column of addresses. A single row is one if it has a role. */
function isTable(rows: readonly string[]): boolean {
  const table = rows.map((row) => row.split('\t'));
  const width = table[0]?.length ?? 0;
  const addressColumns = new Set(table.flatMap((cells) => cells.flatMap((cell, at) => (isAddress(cell) ? [at] : []))));
  return (
    width > 1 &&
    addressColumns.size === 1 &&
    table.every((cells) => cells.length === width) &&
    (table.length > 1 || table.flat().some(isRole))
  );
}

/** The rows of a CSV file with tabs; other lines as they are. */
function separateCells(lines: readonly string[]): readonly string[] {
  const tables = [',', ';'].map((separator) => lines.map((line) => toRow(line, separator)));
  return tables.find(isTable) ?? lines;
}

const isTitle = (line: string) => !isAddress(line) && (line.trim().includes('\t') || columnTitle.test(line.trim()));

/**
 * Finds the email addresses in a text that was typed, or copied from a mail program, a list or a spreadsheet: one per line, or separated
 * by commas, semicolons or spaces, with or without names. Repeated addresses are left out. What is neither an address nor its name is
 * returned, too, so that the user sees that it is invalid.
 */
export function parseEmails(text: string): string[] {
  const lines = text
    .split(/[\r\n\v\f\u0085\u2028\u2029]+/)
    .map((line) => replaceInvisible(line, '').replace(listMark, ''))
    .filter((line) => line.trim() !== '');
  const rows = separateCells(lines);
  const [first = '', ...rest] = rows;
  const emails = new Map<string, string>();
  for (const email of (isTitle(first) && rest.some(isAddress) ? rest : rows).flatMap(parseLine)) {
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
