import { apiErrors, type ErrorType } from '@portal/contract';

/** A table of GitHub’s Markdown. A cell is Markdown of one line; `|` and line breaks in it don’t end it. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const cell = (text: string) => text.replaceAll('|', String.raw`\|`).replace(/\s*\n\s*/g, ' ');

export const code = (text: string) => `\`${text}\``;

/** The parts that there are, a blank line between two. */
export const paragraphs = (...parts: readonly string[]) => `${parts.filter(Boolean).join('\n\n')}\n`;

/** Under which name GitHub, and our own page, find a heading. */
export const headingAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** Types of failure with their status, the least status first, each a link into the catalogue. */
export const errorLinks = (types: readonly ErrorType[]) =>
  types
    .toSorted((one, other) => apiErrors[one].status - apiErrors[other].status)
    .map((type) => `[${type}](errors.md#${headingAnchor(type)}) ${apiErrors[type].status}`)
    .join(', ');
