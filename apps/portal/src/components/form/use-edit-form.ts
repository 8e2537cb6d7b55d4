import { useEffect, useRef, useState, type BaseSyntheticEvent } from 'react';
import { get, type FieldPath, type FieldValues } from 'react-hook-form';
import { useFieldErrors, type FieldErrorOptions } from './use-field-errors.ts';
import { useSchemaForm, type FormSchema } from './use-schema-form.ts';

/** The saved value of each field when the user started to edit it. */
export type BaseValues<Values extends FieldValues> = ReadonlyMap<FieldPath<Values>, unknown>;

/** The unsaved values of a form, which `useStoredDraft` stores. */
interface Draft {
  /** For each changed field its name, the typed value and the base value. */
  readonly fields: readonly (readonly [name: string, value: string, base: string])[];
}

const isDraft = (draft: unknown): draft is Draft =>
  typeof draft === 'object' &&
  draft !== null &&
  'fields' in draft &&
  Array.isArray(draft.fields) &&
  draft.fields.every((field) => Array.isArray(field) && field.every((part) => typeof part === 'string'));

export interface EditFormOptions<Values extends FieldValues, Output> {
  /** The saved values, as the fields show them. */
  saved: Values;
  schema: FormSchema<Output>;
  /**
   * Saves the changes and resolves to the new saved values, or to undefined if the save failed. With the base values the
   * API can detect changes that the user has not seen.
   */
  save: (changes: Output, base: BaseValues<Values>) => Promise<Values | undefined>;
  /** Called after each successful save. `hasNewerEdits` is true if the user typed during the save. */
  onSaved?: (hasNewerEdits: boolean) => void;
  resetRequest?: () => void;
  /** The error of the save request. */
  error: FieldErrorOptions<Values>['error'];
  names: readonly FieldPath<Values>[];
}

/**
 * A form that edits existing data. Values that are saved elsewhere appear in unchanged fields only. Values that the user
 * types during a save stay in the form and are unsaved.
 */
export function useEditForm<Values extends FieldValues, Output>({
  saved,
  schema,
  save,
  onSaved,
  resetRequest,
  error,
  names,
}: EditFormOptions<Values, Output>) {
  const form = useSchemaForm<Values, Output>(schema, { values: saved, resetOptions: { keepDirtyValues: true } });
  const { control, getFieldState, getValues, handleSubmit, reset, setError, setValue, formState } = form;
  const { isDirty, errors, defaultValues } = formState;
  const [isSaved, setIsSaved] = useState(false);
  if (isSaved && isDirty) setIsSaved(false);
  const isFieldDirty = (name: FieldPath<Values>) => getFieldState(name).isDirty;
  const base = useRef<Map<FieldPath<Values>, unknown>>(new Map());
  useEffect(() => {
    for (const name of names) {
      if (!isFieldDirty(name) || !base.current.has(name)) base.current.set(name, get(defaultValues, name));
    }
  });
  const showSaved = (values: Values) => reset(values, { keepDirtyValues: false });
  const currentValues = () => new Map(names.map((name) => [name, getValues(name)]));
  const saveChanges = async (changes: Output) => {
    const sent = currentValues();
    const sentEdits = new Set(names.filter(isFieldDirty));
    const newSaved = await save(changes, base.current);
    if (!newSaved) return;
    // The next save is based on what this one saved.
    for (const name of names) base.current.set(name, get(newSaved, name));
    // A field that the user has not edited shows what another user saves meanwhile. A sent field that the user changes back is a newer
    // edit, although it is not dirty.
    const newerEdits = [...currentValues()]
      .filter(([name, value]) => value !== sent.get(name) && (isFieldDirty(name) || sentEdits.has(name)))
      .map(([name, value]) => ({ name, value, isTouched: getFieldState(name).isTouched }));
    showSaved(newSaved);
    // A field that lost focus during the save is validated, like any other touched field.
    for (const { name, value, isTouched } of newerEdits) {
      setValue(name, value, { shouldDirty: true, shouldTouch: isTouched, shouldValidate: isTouched });
    }
    setIsSaved(newerEdits.length === 0);
    onSaved?.(newerEdits.length > 0);
  };
  const submit = (event?: BaseSyntheticEvent) => void handleSubmit(saveChanges)(event);
  return {
    control,
    setValue,
    isDirty,
    /** True from a save until the next edit. */
    isSaved,
    isInvalid: Object.keys(errors).length > 0,
    formError: useFieldErrors({ error, setError, names }),
    submit: (event: BaseSyntheticEvent) => submit(event),
    /** Resolves an edit conflict: saves the user's changes over the values of another user. */
    keepMine: (theirs: Partial<Values>) => {
      for (const name of names) if (name in theirs) base.current.set(name, theirs[name]);
      // Both users may have entered the same values. `isDirty` is false for one render when new saved values arrive.
      const hasChanges = names.some((name) => getValues(name) !== base.current.get(name));
      if (hasChanges) submit();
      else resetRequest?.();
    },
    /** Resolves an edit conflict: discards the user's changes and shows the values of another user. */
    acceptTheirs: (theirs: Partial<Values>) => {
      showSaved({ ...saved, ...theirs });
      resetRequest?.();
    },
    /** For `useStoredDraft`. */
    draft: {
      read: (): Draft | undefined => {
        const fields = names
          .filter(isFieldDirty)
          .map((name) => [name, String(getValues(name)), String(base.current.get(name))] as const);
        return fields.length > 0 ? { fields } : undefined;
      },
      restore: (draft: unknown) => {
        if (!isDraft(draft)) return;
        for (const [name, value, baseValue] of draft.fields) {
          const field = names.find((fieldName) => fieldName === name);
          if (field === undefined) continue;
          base.current.set(field, baseValue);
          setValue(field, value as Values[typeof field], {
            shouldDirty: true,
            shouldTouch: true,
            shouldValidate: true,
          });
        }
      },
    },
    undo: () => {
      showSaved(saved);
      resetRequest?.();
    },
  };
}
