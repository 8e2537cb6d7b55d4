import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { App } from '../app.ts';
import { usageError } from '../errors.ts';
import { toVisibleText } from './visible-text.ts';

/** Asks before a change that cannot be undone. Returns whether to go on. */
export async function confirm(app: App, question: string, isConfirmed: boolean): Promise<boolean> {
  if (isConfirmed) return true;
  const { stdin, stderr, signal } = app.terminal;
  if (!stdin.isTTY) throw usageError('This cannot be undone. Without a terminal to ask in, add --yes.');
  stderr.write(`${toVisibleText(question)} [y/N] `);
  // Not in raw mode, so that Ctrl-C is a signal.
  const lines = createInterface({ input: stdin, terminal: false });
  try {
    // The input may end without an answer.
    const isClosed = once(lines, 'close').then(() => '');
    const answer = await Promise.race([lines.question('', { signal }), isClosed]);
    const isYes = /^y(es)?$/i.test(answer.trim());
    if (!isYes) stderr.write('Nothing was changed.\n');
    return isYes;
  } finally {
    lines.close();
  }
}
