import { findForbiddenCharacter, validationMessages } from '@portal/contract';

/** What a field with restricted characters may contain: also the characters of the saved name, which we may have generated. */
const allowedCharacters = (savedName: string) =>
  findForbiddenCharacter(savedName) === undefined
    ? 'Latin letters, digits, spaces and - . , _ @ / +'
    : 'Latin letters, digits, spaces, the characters of the saved name, and - . , _ @ / +';

/** Says that a character is not allowed, and what is. */
export const describeForbidden = (character: string | undefined, advice: string) =>
  character === undefined ? undefined : `${validationMessages.notAllowed(character)}. ${advice}`;

/**
 * For a field with restricted characters: names the first other character, because the default error does not. The
 * characters of the saved name are allowed, too.
 */
export const describeInvalidText =
  (savedName = '') =>
  (text: string, error: string) =>
    error === validationMessages.invalid
      ? describeForbidden(findForbiddenCharacter(text, savedName), `Use ${allowedCharacters(savedName)}`)
      : undefined;

/** Replaces line breaks by spaces, for a text of one line in a text area. */
export const toSingleLine = (text: string) => text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ');

/** `toSingleLine` for a form value. The user can submit while the field still has line breaks. */
export const toSingleLineOrNull = (text: string | null) => text && toSingleLine(text);
