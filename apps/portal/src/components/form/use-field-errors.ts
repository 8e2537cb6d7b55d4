import { useEffect, useEffectEvent } from 'react';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { toRequestError, type RequestError } from '../../api/http/request-error.ts';

/** The API names a field by its path in the request, such as `body.email`. */
const toFieldName = (path: string) => path.replace(/^body\./, '');

export interface FieldErrorOptions<Values extends FieldValues> {
  error: RequestError | { readonly message?: string } | undefined;
  setError: UseFormSetError<Values>;
  /** The fields that the form shows. */
  names: readonly FieldPath<Values>[];
}

/** Shows the field errors of the API at the fields. Returns the error to show above the form, if there is one. */
export function useFieldErrors<Values extends FieldValues>({ error, setError, names }: FieldErrorOptions<Values>) {
  const requestError = toRequestError(error);
  const fieldErrors = (requestError?.fields ?? []).flatMap(({ path, message }) => {
    const name = names.find((fieldName) => fieldName === toFieldName(path));
    return name === undefined ? [] : [{ name, message }];
  });
  const setFieldErrors = useEffectEvent(() => {
    fieldErrors.forEach(({ name, message }, index) => {
      setError(name, { type: 'server', message }, { shouldFocus: index === 0 });
    });
  });
  // Once for each error, because typing in the field clears it.
  useEffect(() => {
    if (error !== undefined) setFieldErrors();
  }, [error]);
  return fieldErrors.length > 0 && fieldErrors.length === requestError?.fields?.length ? undefined : error;
}
