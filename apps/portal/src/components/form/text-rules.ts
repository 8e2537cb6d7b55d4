import { findForbiddenCharacter, validationMessages } from '@portal/contract';

/** The hint for a field with restricted characters. */
export const allowedCharacters = 'Latin letters, digits, spaces and - . , _ @ / +';

/** The hint for a name with restricted characters, which may keep those of the saved name that we generated. */
export const allowedCharactersFor = (savedName: string) =>
  findForbiddenCharacter(savedName) === undefined
    ? allowedCharacters
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
      ? describeForbidden(findForbiddenCharacter(text, savedName), `Use ${allowedCharactersFor(savedName)}`)
      : undefined;

/** Replaces line breaks by spaces, for a text of one line in a text area. */
export const toSingleLine = (text: string) => text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, ' ');

/** `toSingleLine` for a form value. The user can submit while the field still has line breaks. */
export const toSingleLineOrNull = (text: string | null) => text && toSingleLine(text);
