import { sharedPattern } from './primitives.ts';

/**
 * The first character of a text that is neither in the specification's "shared pattern" nor in another text; undefined if there
 * is none.
 */
export const findForbiddenCharacter = (text: string, alsoAllowed = ''): string | undefined =>
  Array.from(text.normalize('NFC')).find(
    (character) => !sharedPattern.test(character) && !alsoAllowed.includes(character),
  );
