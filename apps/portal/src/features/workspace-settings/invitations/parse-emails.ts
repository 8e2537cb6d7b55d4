import { AssignableRole, Email, replaceInvisible, roleLabels } from '@portal/contract';

/** A quoted name, an address in angle or square brackets, a text in parentheses, the end of a group, or a word. Commas separate words. */
const token =
  /"(?<quoted>(?:[^"\\]|\\.|"")*)"|<(?<angle>[^<>]*)>|\[(?<square>[^[\]]*@[^[\]]*)\]|\((?<comment>[^()]*)\)|(?<end>[;；])|(?<word>[^\s,;，、；<>"()]+)/gu;

const isAddress = (text: string) => text.includes('@');
/** An address without its `@`, such as `ann.example.com`, is no part of a name. */
const looksLikeAddress = (text: string) => isAddress(text) || /\.[a-z]{2,}$/i.test(text);

/** The titles of a spreadsheet that has only one column. */
const columnTitle = /^e-?mails?(?: address(?:es)?)?$/i;

/** What starts an item of a list, or a line of a quoted email: `•`, `- `, `1. `, `[x] ` or `> `. */
const listMark = /^\s*(?:[•◦‣▪●○■□]\s*|(?:[-–—*>]|\d+[.)]|\(\d+\)|\[[ x]?\])\s+)+/i;

/** `Ann Lee: ann@example.com` or `Ann Lee - ann@example.com` */
const namedByDash = /^(?<name>[^@,;<>"]+?)(?:\s*[:=|]|\s+[-–—])\s+(?<address>[^\s,;<>"]+@[^\s,;<>"]+)$/u;

const roleTitle = /^roles?$/i;

/** The roles by their names in lower case. */
const roles = new Map(
  Object.entries(roleLabels).flatMap(([role, label]) => [role, label].map((name) => [name.toLowerCase(), role])),
);

interface Address {
  readonly text: string;
  /** What a link to the address has besides it, such as a subject. */
  readonly rest: string;
}

/** Removes what mail programs put around an address, such as `[mailto:…]`, and the end of a sentence after it. */
function unwrap(text: string): Address {
  const bare = text
    .trim()
    .replace(/^[[“”‘’'«»]+(?=.)/u, '')
    .replace(/[\]“”‘’'«».:!?…]+$/u, '');
  // A link can have a subject, after the last of its addresses.
  const [, address = bare, rest = ''] = /^(.*@[^?]*)\?(.*)$/u.exec(bare) ?? [];
  return { text: address.replace(/^mailto:(.*)/i, (_link, encoded: string) => decodeAddress(encoded)), rest };
}

/** A link to an address is percent-encoded: `+` is `%2B`. */
function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** An address, or a part of the text that is none, which the user corrects. */
export interface ListEntry {
  readonly text: string;
  /** What the text has besides an address, such as the name. It is not used. */
  readonly dropped: readonly string[];
  /** How often the text has it. */
  readonly times: number;
  /** Whether it is a whole line without an address. */
  readonly isLine: boolean;
}

type Found = Pick<ListEntry, 'text' | 'dropped'>;

interface Name {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** A name that no address follows: the user sees that it was not invited. A quoted address is one. */
const parseName = ({ text, isQuoted }: Name): Found[] =>
  isQuoted && isAddress(text) ? parsePart(text) : [{ text, dropped: [] }];

/** The addresses of a line, or of a cell of a spreadsheet, and whatever else is no name of an address. */
function parsePart(part: string): Found[] {
  const found: Found[] = [];
  let names: Name[] = [];
  let comments: string[] = [];
  const endNames = () => {
    found.push(...names.flatMap(parseName));
    names = [];
  };
  for (const { groups = {} } of part.matchAll(token)) {
    const { quoted, angle, square, comment, word } = groups;
    const { text: address, rest } = unwrap(angle ?? square ?? comment ?? word ?? '');
    const isNamed = word === undefined && isAddress(address);
    const belongsToAddress = ({ text, isQuoted }: Name) => isNamed && (isQuoted || !looksLikeAddress(text));
    if (quoted !== undefined)
      names.push({ text: quoted.replace(/""|\\(.)/gu, (_, escaped?: string) => escaped ?? '"'), isQuoted: true });
    else if (word !== undefined && !isAddress(address)) {
      if (/[\p{L}\p{N}]/u.test(word)) names.push({ text: word, isQuoted: false });
    } else if (comment !== undefined && !isNamed) comments.push(comment);
    else {
      const dropped = names.filter(belongsToAddress);
      names = names.filter((name) => !belongsToAddress(name));
      endNames();
      if (address !== '')
        found.push({ text: address, dropped: [joinNames(dropped), ...comments, rest].filter((text) => text !== '') });
      comments = [];
    }
  }
  endNames();
  return addDropped(
    found.filter(({ text }) => text !== ''),
    comments,
  );
}

const joinNames = (names: readonly Name[]) => names.map(({ text }) => text).join(' ');

/** What was found, with the texts that no address follows as those of the last. */
const addDropped = (found: readonly Found[], texts: readonly string[]): Found[] =>
  found.map((entry, at) =>
    at === found.length - 1 ? { ...entry, dropped: [...entry.dropped, ...texts.filter((text) => text !== '')] } : entry,
  );

/** A line of the text, and its cells if it is a row of a table. */
interface Row {
  readonly line: string;
  readonly cells: readonly string[];
}

const hasAddress = ({ line }: Row) => isAddress(line);

/** A line as one text, without the separators after its last cell. */
const toText = (line: string) =>
  line
    .replace(/[\s,;]+$/, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The addresses of a line. A line without an address is returned as it is. */
function parseRow({ line, cells }: Row): Found[] {
  if (!isAddress(line)) return [{ text: toText(line), dropped: [] }].filter(({ text }) => text !== '');
  if (cells.length > 1) {
    const found = cells.flatMap(parsePart);
    const others = found.filter(({ text }) => !isAddress(text)).map(({ text }) => text);
    return addDropped(
      found.filter(({ text }) => isAddress(text)),
      others,
    );
  }
  const { name = '', address } = namedByDash.exec(line.trim())?.groups ?? {};
  return address !== undefined && !looksLikeAddress(name) ? addDropped(parsePart(address), [name]) : parsePart(line);
}

/** The row of a CSV file, with the separators outside of quotation marks. */
const toCsvRow = (line: string, separator: string): Row => ({
  line,
  cells: line.replace(/"(?:[^"]|"")*"|[,;]/g, (found) => (found === separator ? '\t' : found)).split('\t'),
});

const cellText = (cell: string) => cell.replaceAll('"', '').trim();

const roleOf = (cell: string) => roles.get(cellText(cell).toLowerCase());

/**
 * Whether rows are those of one table, with one column of addresses. If titles or roles show that, rows can lack their last cells, and a
 * row can be an address alone. Otherwise each row with an address has more cells.
 */
function isTable(rows: readonly Row[]): boolean {
  const withAddress = rows.filter(hasAddress);
  const withCells = withAddress.filter(({ cells }) => cells.length > 1);
  const columns = new Set(withCells.flatMap(({ cells }) => cells.flatMap((cell, at) => (isAddress(cell) ? [at] : []))));
  const hasTitles = rows[0]?.cells.some((cell) => columnTitle.test(cellText(cell))) ?? false;
  // `Owner, Ann <ann@example.com>` is one person, not a row with a role.
  const hasRoles = withCells.some(
    ({ cells }) => cells.some(roleOf) && cells.some((cell) => Email.safeParse(cellText(cell)).success),
  );
  return columns.size === 1 && (hasTitles || hasRoles || (rows.length > 1 && withAddress.length === withCells.length));
}

/** The rows of a CSV file or a spreadsheet; other lines as rows of one cell. */
function toRows(lines: readonly string[]): readonly Row[] {
  const rows = lines.map((line) => ({ line, cells: line.split('\t') }));
  if (rows.some(({ cells }) => cells.length > 1)) return rows;
  return [',', ';'].map((separator) => lines.map((line) => toCsvRow(line, separator))).find(isTable) ?? rows;
}

const isTitle = ({ line, cells }: Row) =>
  !isAddress(line) &&
  !cells.some(roleOf) &&
  (cells.filter((cell) => cellText(cell) !== '').length > 1 || columnTitle.test(cellText(line)));

/** What a column of roles says: one role for everyone, or anything else, such as two roles; undefined without such a column. */
export type ListedRole = AssignableRole | 'other' | undefined;

function findRole(title: Row | undefined, rows: readonly Row[]): ListedRole {
  const withAddress = rows.filter(hasAddress);
  const isRoleColumn = (column: number) =>
    roleTitle.test(cellText(title?.cells[column] ?? '')) ||
    withAddress.some(({ cells }) => roleOf(cells[column] ?? ''));
  const width = Math.max(0, ...withAddress.map(({ cells }) => cells.length));
  const column = Array.from({ length: width }, (_, at) => at).find(isRoleColumn);
  if (column === undefined) return undefined;
  const [role, ...others] = new Set(withAddress.map(({ cells }) => roleOf(cells[column] ?? '')));
  return others.length === 0 && AssignableRole.safeParse(role).success ? AssignableRole.parse(role) : 'other';
}

export interface EmailList {
  readonly entries: readonly ListEntry[];
  /** The titles of a table. */
  readonly titles: string;
  readonly role: ListedRole;
}

/** Whether two entries are the same address: by the spelling that the API stores. */
export const keyOfEntry = ({ text }: Pick<ListEntry, 'text'>) => Email.safeParse(text).data ?? text.toLowerCase();

/** Combines entries that are the same address. */
export function mergeEntries(entries: readonly ListEntry[]): ListEntry[] {
  const merged = new Map<string, ListEntry>();
  for (const entry of entries) {
    const key = keyOfEntry(entry);
    const first = merged.get(key);
    merged.set(
      key,
      first
        ? {
            ...first,
            times: first.times + entry.times,
            dropped: [...new Set([...first.dropped, ...entry.dropped])],
          }
        : entry,
    );
  }
  return [...merged.values()];
}

/** Characters of East Asian keyboards that mean the same as their narrow forms. */
const narrow: Readonly<Record<string, string>> = { '＠': '@', '＜': '<', '＞': '>', '（': '(', '）': ')' };

/**
 * Finds the email addresses in a text that was typed, or copied from a mail program, a list or a spreadsheet: one per line, or separated
 * by commas, semicolons or spaces, with or without names. Repeated addresses are one entry. What is neither an address nor its name is
 * an entry, too, so that the user sees that it is invalid.
 */
export function parseEmailList(text: string): EmailList {
  const lines = text
    .split(/[\r\n\v\f\u0085\u2028\u2029]+/)
    .map((line) =>
      replaceInvisible(line, '')
        .replace(/[＠＜＞（）]/gu, (character) => narrow[character] ?? character)
        .replace(listMark, ''),
    )
    .filter((line) => line.trim() !== '');
  const all = toRows(lines);
  const [first, ...rest] = all;
  const title = first && isTitle(first) && rest.some(hasAddress) ? first : undefined;
  const rows = title ? rest : all;
  const entries = rows.flatMap((row) =>
    parseRow(row).map((found): ListEntry => ({ ...found, times: 1, isLine: !hasAddress(row) })),
  );
  return {
    entries: mergeEntries(entries),
    titles: title
      ? title.cells
          .map(cellText)
          .filter((cell) => cell !== '')
          .join(', ')
      : '',
    role: findRole(title, rows),
  };
}

/** The only address in a text, such as that of `Ada Lovelace <ada@example.com>`; otherwise the text itself. */
export function parseOneEmail(text: string): string {
  const [only, ...others] = parseEmailList(text).entries;
  return only !== undefined && others.length === 0 ? only.text : text;
}
