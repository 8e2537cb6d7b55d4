import type { Work } from '../http/transaction.ts';
import { placeOf, type RankedRow } from './ranked.ts';
import { searched, type SearchedKind } from './search.sql.ts';

interface Page {
  readonly after: string | undefined;
  readonly limit: number;
}

/** Finds people or workspaces by a text, the best matches first and of equal ones the newest first. */
export function search(kind: SearchedKind, text: string, { after, limit }: Page, { read }: Work): Promise<RankedRow[]> {
  const known = text
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/\/+$/, '');
  const id = /\b[0-9A-HJKMNP-TV-Z]{26}\b/i.exec(text)?.[0].toUpperCase() ?? null;
  const words = known.split(/\s+/).map(escaped);
  return read<RankedRow>(searched[kind], [
    id,
    text,
    `%\n ${escaped(known)} \n%`,
    words.map((word) => `% ${word}%`),
    words.map((word) => (Array.from(word).length > 2 ? `%${word}%` : `% ${word}%`)),
    ...placeOf(after),
    limit,
  ]);
}

/** As it stands in a pattern of LIKE. */
const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');
