/** Removes shell prompts and trailing newlines from code that is copied. */
export function copyableCode(code: string): string {
  const text = code.replace(/[\r\n]+$/, '');
  // `$ ` is a prompt only if the first line starts with it.
  return text.startsWith('$ ') ? text.replace(/^\$ /gm, '') : text;
}
