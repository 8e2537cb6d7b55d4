import { useCallback, useState } from 'react';
import { problemOf, type FieldRules, type FieldValue } from './check-field.ts';
import type { FieldKind } from './field-kinds.ts';

export interface FieldCheck {
  required: boolean | undefined;
  error: string | undefined;
  onBlur: () => void;
}

/** Checks a field that stands in no form, and tells what is wrong once it was left. Spread the answer on the field. */
export function useFieldCheck(kind: FieldKind, value: FieldValue, rules: FieldRules = {}): FieldCheck {
  const [touched, setTouched] = useState(false);
  const onBlur = useCallback(() => setTouched(true), []);
  return { required: rules.required, error: touched ? problemOf(kind, value, rules) : undefined, onBlur };
}
