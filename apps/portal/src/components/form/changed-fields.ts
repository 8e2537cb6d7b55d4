import { get, set, type FieldPath, type FieldValues } from 'react-hook-form';

export interface ChangedFieldsOptions<Values extends FieldValues> {
  names: readonly FieldPath<Values>[];
  /** The saved values, as the fields show them. */
  saved: Values;
  /** Fields that are included if they are empty, so that the schema reports them. */
  required?: readonly FieldPath<Values>[];
}

/**
 * The fields of a form whose values differ from the saved ones. Only these are sent, so that a save neither overwrites
 * changes made elsewhere nor fails because of unchanged values that other systems supplied. Empty and null are equal.
 */
export function changedFields<Values extends FieldValues>(
  values: unknown,
  { names, saved, required = [] }: ChangedFieldsOptions<Values>,
): object {
  const changes = {};
  for (const name of names) {
    const value: unknown = get(values, name);
    const isMissing = value === null && required.includes(name);
    if (isMissing || (value ?? '') !== (get(saved, name) ?? '')) set(changes, name, value);
  }
  return changes;
}
