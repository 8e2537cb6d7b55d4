/** What is copied of a block of code: no prompts before its commands, no empty lines after the last. */
export function copyTextOf(code: string): string {
  const text = code.replace(/[\r\n]+$/, '');
  // A dollar further down is a prompt only where the first line has one too.
  return text.startsWith('$ ') ? text.replace(/^\$ /gm, '') : text;
}
