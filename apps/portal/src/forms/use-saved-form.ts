import { useEffect, useRef, type BaseSyntheticEvent } from 'react';
import { get, type FieldPath, type FieldValues } from 'react-hook-form';
import { useFieldFailures, type FieldFailures } from './field-failures.ts';
import { useCheckedForm, type FormSchema } from './use-checked-form.ts';

export type Read<Values extends FieldValues> = ReadonlyMap<FieldPath<Values>, unknown>;

/** What is typed into a form and not saved, to be kept while the page is left. */
interface Draft {
  /** Each changed field: its name, what is typed, and what was saved when the user began. */
  readonly fields: readonly (readonly [name: string, typed: string, read: string])[];
}

const isDraft = (draft: unknown): draft is Draft =>
  typeof draft === 'object' &&
  draft !== null &&
  'fields' in draft &&
  Array.isArray(draft.fields) &&
  draft.fields.every((field) => Array.isArray(field) && field.every((part) => typeof part === 'string'));

export interface SavedFormRules<Values extends FieldValues, Output> {
  /** What is saved, as the fields show it. */
  saved: Values;
  schema: FormSchema<Output>;
  /**
   * Answers what is saved from then on; nothing if it failed. `read` is what was saved when the user last saw each field
   * unchanged: where something else is saved by now, they have not seen it.
   */
  save: (changes: Output, read: Read<Values>) => Promise<Values | undefined>;
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
  const { isDirty, errors, defaultValues } = formState;
  const read = useRef<Map<FieldPath<Values>, unknown>>(new Map());
  useEffect(() => {
    for (const name of names) {
      if (!getFieldState(name).isDirty || !read.current.has(name)) read.current.set(name, get(defaultValues, name));
    }
  });
  const showSaved = (values: Values) => reset(values, { keepDirtyValues: false });
  const valuesNow = () => new Map(names.map((name) => [name, getValues(name)]));
  const saveChanges = async (changes: Output) => {
    const sent = valuesNow();
    const now = await save(changes, read.current);
    if (!now) return;
    // The user's own save is no change by another user: the next save expects what this one stored.
    for (const name of names) read.current.set(name, get(now, name));
    const typed = [...valuesNow()]
      .filter(([name, value]) => value !== sent.get(name))
      .map(([name, value]) => ({ name, value, wasLeft: getFieldState(name).isTouched }));
    showSaved(now);
    // What is wrong with an entry shows once it was left, also where that was during the save.
    for (const { name, value, wasLeft } of typed) {
      setValue(name, value, { shouldDirty: true, shouldTouch: wasLeft, shouldValidate: wasLeft });
    }
    onSaved?.(typed.length > 0);
  };
  const submit = (event?: BaseSyntheticEvent) => void handleSubmit(saveChanges)(event);
  return {
    control,
    setValue,
    isDirty,
    isInvalid: Object.keys(errors).length > 0,
    unplaced: useFieldFailures({ error, setError, names }),
    submit: (event: BaseSyntheticEvent) => submit(event),
    /** Saves the user's changes over the values that another user saved meanwhile, which the page has shown. */
    saveOver: (theirs: Partial<Values>) => {
      for (const name of names) if (name in theirs) read.current.set(name, theirs[name]);
      // What is typed may be the same.
      if (isDirty) submit();
      else forget?.();
    },
    /** Discards the user's changes in favor of the values that another user saved meanwhile. */
    takeTheirs: (theirs: Partial<Values>) => {
      showSaved({ ...saved, ...theirs });
      forget?.();
    },
    /** For `useDraft`. */
    draft: {
      read: (): Draft | undefined => {
        const fields = names
          .filter((name) => getFieldState(name).isDirty)
          .map((name) => [name, String(getValues(name)), String(read.current.get(name))] as const);
        return fields.length > 0 ? { fields } : undefined;
      },
      restore: (draft: unknown) => {
        if (!isDraft(draft)) return;
        for (const [name, typed, before] of draft.fields) {
          const field = names.find((known) => known === name);
          if (field === undefined) continue;
          read.current.set(field, before);
          setValue(field, typed as Values[typeof field], {
            shouldDirty: true,
            shouldTouch: true,
            shouldValidate: true,
          });
        }
      },
    },
    undo: () => {
      showSaved(saved);
      forget?.();
    },
  };
}
