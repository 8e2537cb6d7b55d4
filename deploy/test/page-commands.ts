import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const read = (page: string) =>
  readFile(fileURLToPath(new URL(`../../docs/operating/${page}`, import.meta.url)), 'utf8');

/** The shell commands of a section of a page in docs/operating, as they are written there. */
export async function commandsIn(page: string, heading: string): Promise<string> {
  const section = (await read(page)).split(/^##+ /m).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  const blocks = blocksOf(section);
  if (blocks.length === 0) throw new Error(`${page} has no commands below "${heading}".`);
  return blocks.join('\n');
}

/** All blocks of shell commands of a page in docs/operating, in which words stand for the placeholders. */
export async function blocksIn(page: string): Promise<string[]> {
  return blocksOf(await read(page)).map((block) => block.replaceAll(/<[a-z][a-z _-]*>/gi, 'placeholder'));
}

function blocksOf(text: string): string[] {
  const blocks = [...text.matchAll(/^( *)```sh\n([^]*?)\n *```$/gm)];
  return blocks.map(([, indent = '', lines = '']) => lines.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));
}

/** The commands with a folder in the place of `/`. */
export const below = (root: string, commands: string): string =>
  commands.replaceAll(/(?<![\w.:/-])\/(?=(?:srv|etc)\/)/g, `${root}/`);
