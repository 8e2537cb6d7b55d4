import { useEffect, useEffectEvent } from 'react';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { asFailure, type Failure } from '../http/failure.ts';

/** The API names a field by where it stood in the request. */
const nameOf = (path: string) => path.replace(/^body\./, '');

export interface FieldFailures<Values extends FieldValues> {
  error: Failure | { readonly message?: string } | undefined;
  setError: UseFormSetError<Values>;
  /** The fields that the form shows. */
  names: readonly FieldPath<Values>[];
}

/** Shows what the API found wrong with a field at that field, and answers what is left to be said above the form. */
export function useFieldFailures<Values extends FieldValues>({ error, setError, names }: FieldFailures<Values>) {
  const failure = asFailure(error);
  const placed = (failure?.fields ?? []).flatMap(({ path, message }) => {
    const name = names.find((known) => known === nameOf(path));
    return name === undefined ? [] : [{ name, message }];
  });
  const showAtFields = useEffectEvent(() => {
    placed.forEach(({ name, message }, at) => {
      setError(name, { type: 'refused', message }, { shouldFocus: at === 0 });
    });
  });
  // Once for each failure: what is typed afterwards clears it.
  useEffect(() => {
    if (error !== undefined) showAtFields();
  }, [error]);
  return placed.length > 0 && placed.length === failure?.fields?.length ? undefined : error;
}
