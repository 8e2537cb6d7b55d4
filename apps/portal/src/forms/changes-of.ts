import { get, set, type FieldPath, type FieldValues } from 'react-hook-form';

export interface ChangesRules<Values extends FieldValues> {
  names: readonly FieldPath<Values>[];
  /** As the fields show it. */
  saved: Values;
  /** Fields that count as changed while they are empty, so that the schema finds them. */
  required?: readonly FieldPath<Values>[];
}

/**
 * What a form changes of what is saved, as its schema is given it: what somebody saved elsewhere meanwhile must not be
 * undone, nor what was taken over from elsewhere be held to our rules. An empty field and none are the same.
 */
export function changesOf<Values extends FieldValues>(
  given: unknown,
  { names, saved, required = [] }: ChangesRules<Values>,
): object {
  const changes = {};
  for (const name of names) {
    const value: unknown = get(given, name);
    const isMissing = value === null && required.includes(name);
    if (isMissing || (value ?? '') !== (get(saved, name) ?? '')) set(changes, name, value);
  }
  return changes;
}
