import type { BaseSyntheticEvent } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useFieldFailures, type FieldFailures } from './field-failures.ts';
import type { FormSchema } from './resolver-for.ts';
import { useCheckedForm } from './use-checked-form.ts';

export interface SavedFormRules<Values extends FieldValues, Output> {
  /** What is saved, as the fields show it. */
  saved: Values;
  schema: FormSchema<Output>;
  /** Answers what is saved from then on; nothing if it failed. */
  save: (changes: Output) => Promise<Values | undefined>;
  /** Hears of each save that succeeded, and whether more was typed meanwhile, which is not saved yet. */
  onSaved?: (wroteOn: boolean) => void;
  /** Forgets how the last save went. */
  forget?: () => void;
  /** Why it failed, and the fields that can say so themselves. */
  error: FieldFailures<Values>['error'];
  names: readonly FieldPath<Values>[];
}

/**
 * A form for something that exists. What is saved elsewhere meanwhile shows in it, but never in the place of what
 * somebody changed here; nor does what is saved from here take the place of what is typed meanwhile.
 */
export function useSavedForm<Values extends FieldValues, Output>({
  saved,
  schema,
  save,
  onSaved,
  forget,
  error,
  names,
}: SavedFormRules<Values, Output>) {
  const form = useCheckedForm<Values, Output>(schema, { values: saved, resetOptions: { keepDirtyValues: true } });
  const { control, getFieldState, getValues, handleSubmit, reset, setError, setValue, formState } = form;
  const { isDirty, errors } = formState;
  const showSaved = (values: Values) => reset(values, { keepDirtyValues: false });
  const valuesNow = () => new Map(names.map((name) => [name, getValues(name)]));
  const submit = handleSubmit(async (changes) => {
    const sent = valuesNow();
    const now = await save(changes);
    if (!now) return;
    const typed = [...valuesNow()]
      .filter(([name, value]) => value !== sent.get(name))
      .map(([name, value]) => ({ name, value, wasLeft: getFieldState(name).isTouched }));
    showSaved(now);
    // What is wrong with an entry shows once it was left, also where that was during the save.
    for (const { name, value, wasLeft } of typed) {
      setValue(name, value, { shouldDirty: true, shouldTouch: wasLeft, shouldValidate: wasLeft });
    }
    onSaved?.(typed.length > 0);
  });
  return {
    control,
    setValue,
    isDirty,
    isInvalid: Object.keys(errors).length > 0,
    unplaced: useFieldFailures({ error, setError, names }),
    submit: (event: BaseSyntheticEvent) => void submit(event),
    undo: () => {
      showSaved(saved);
      forget?.();
    },
  };
}
