import { findForbiddenCharacter } from '../forbidden-character.rules.ts';
import { validationMessages } from '../primitives.ts';

/**
 * An error message if a workspace cannot get this display name; undefined if it can. Characters of the current name are
 * allowed.
 */
export const displayNameError = (displayName: string, current: string): string | undefined =>
  findForbiddenCharacter(displayName, current) === undefined ? undefined : validationMessages.invalid;
