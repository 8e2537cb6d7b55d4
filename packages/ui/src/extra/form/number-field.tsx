import type { KeyboardEvent } from 'react';
import { numberSteps, type NumberKind } from '../../form/field-kinds.ts';
import { splitFieldProps, type SingleLineFieldProps } from '../../form/field-props.ts';
import { FormField } from '../../form/form-field.tsx';
import { normaliseNumber } from '../../form/normalise.ts';
import { TextInput } from '../../form/text-input.tsx';
import { useFieldDraft } from '../../form/use-field-draft.ts';

export interface NumberFieldProps extends SingleLineFieldProps {
  kind?: NumberKind | undefined;
  /** Shown at the end of the field. Default for `percent`: `%`. */
  unit?: string | undefined;
  value?: number | null | undefined;
  onChange?: ((value: number | null) => void) | undefined;
}

/** Browsers accept these keys in a number input for exponents and signs. */
const blockedKeys = new Set(['e', 'E', '+']);

function blockInvalidKeys(event: KeyboardEvent<HTMLInputElement>) {
  const { value, validity } = event.currentTarget;
  // While the text ends in a decimal point, some browsers report an empty value and `badInput`.
  const hasPoint = value.includes('.') || validity.badInput;
  if (blockedKeys.has(event.key) || (event.key === '.' && hasPoint)) event.preventDefault();
}

/** Shows money with two decimals, or with all of them if there are more. */
function formatNumber(kind: NumberKind, value: number): string {
  const amount = value.toFixed(2);
  return kind === 'money' && Number(amount) === value ? amount : String(value);
}

export function NumberField(props: NumberFieldProps) {
  const { field, control } = splitFieldProps(props);
  const { kind = 'number', value = null, onChange, onBlur, unit, ...rest } = control;
  const draft = useFieldDraft({
    value,
    onChange,
    toText: (current) => (current === null ? '' : formatNumber(kind, current)),
    fromText: (text) => normaliseNumber(kind, text),
  });
  const shownUnit = unit ?? (kind === 'percent' ? '%' : undefined);
  return (
    <FormField {...field}>
      {(fieldControl) => (
        <TextInput
          {...rest}
          fieldControl={fieldControl}
          type="number"
          inputMode={kind === 'number' ? 'numeric' : 'decimal'}
          step={numberSteps[kind]}
          min={kind === 'number' ? 0 : undefined}
          value={draft.text}
          onChange={draft.setText}
          onKeyDown={blockInvalidKeys}
          onBlur={(event) => {
            // A lone "-" stays visible although the value is empty, so clear it.
            if (event.target.validity.badInput) event.target.value = '';
            draft.reset();
            onBlur?.(event);
          }}
          endAdornment={
            shownUnit && (
              <span className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-secondary">
                {shownUnit}
              </span>
            )
          }
        />
      )}
    </FormField>
  );
}
