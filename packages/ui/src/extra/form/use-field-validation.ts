import { useCallback, useState } from 'react';
import { validateField, type FieldRules, type FieldValue } from './validate-field.ts';
import type { FieldKind } from '../../form/field-kinds.ts';

export interface FieldValidation {
  required: boolean | undefined;
  error: string | undefined;
  onBlur: () => void;
}

/** Validates a field outside a form and returns its error after the first blur. Spread the result on the field. */
export function useFieldValidation(kind: FieldKind, value: FieldValue, rules: FieldRules = {}): FieldValidation {
  const [touched, setTouched] = useState(false);
  const onBlur = useCallback(() => setTouched(true), []);
  return { required: rules.required, error: touched ? validateField(kind, value, rules) : undefined, onBlur };
}
