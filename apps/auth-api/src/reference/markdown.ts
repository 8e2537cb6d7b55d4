/** A table of GitHub’s Markdown. A cell is Markdown of one line; `|` and line breaks in it don’t end it. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const cell = (text: string) => text.replaceAll('|', String.raw`\|`).replace(/\s*\n\s*/g, ' ');
