import { apiErrors, type ErrorType } from '@portal/contract';

/** A table in GitHub Flavored Markdown. Cells are inline Markdown; `|` is escaped and line breaks become spaces. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const escapeCell = (text: string) => text.replaceAll('|', String.raw`\|`).replace(/\s*\n\s*/g, ' ');

export const code = (text: string) => `\`${text}\``;

/** Joins the non-empty parts with blank lines. */
export const paragraphs = (...parts: readonly string[]) => `${parts.filter(Boolean).join('\n\n')}\n`;

/** The anchor that GitHub, and our own reference page, give to a heading. */
export const headingAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

export const errorLink = (type: ErrorType) => `[${type}](errors.md#${headingAnchor(type)})`;

/** Error types with their statuses as links into errors.md, sorted by status. */
export const errorLinks = (types: readonly ErrorType[]) =>
  types
    .toSorted((a, b) => apiErrors[a].status - apiErrors[b].status)
    .map((type) => `${errorLink(type)} ${apiErrors[type].status}`)
    .join(', ');
