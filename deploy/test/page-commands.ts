import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The shell commands of a section of a page in docs/operating, as they are written there. */
export async function commandsIn(page: string, heading: string): Promise<string> {
  const text = await readFile(fileURLToPath(new URL(`../../docs/operating/${page}`, import.meta.url)), 'utf8');
  const section = text.split(/^##+ /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  const blocks = [...section.matchAll(/^( *)```sh\n([^]*?)\n *```$/gm)];
  if (blocks.length === 0) throw new Error(`${page} has no commands below "${heading}".`);
  return blocks.map(([, indent = '', lines = '']) => lines.replaceAll(new RegExp(`^${indent}`, 'gm'), '')).join('\n');
}
