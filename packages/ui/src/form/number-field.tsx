import type { KeyboardEvent } from 'react';
import { numberSteps, type NumberKind } from './field-kinds.ts';
import { splitFieldProps, type LineFieldProps } from './field-props.ts';
import { FormField } from './form-field.tsx';
import { normaliseNumber } from './normalise.ts';
import { TextInput } from './text-input.tsx';
import { useDraft } from './use-draft.ts';

export interface NumberFieldProps extends LineFieldProps {
  kind?: NumberKind | undefined;
  /** What the number counts, shown at its end; a percentage has its sign. */
  unit?: string | undefined;
  value?: number | null | undefined;
  onChange?: ((value: number | null) => void) | undefined;
}

/** Browsers take these in a number's box, though no number here is written with them. */
const blockedKeys = new Set(['e', 'E', '+']);

function block(event: KeyboardEvent<HTMLInputElement>) {
  const { value, validity } = event.currentTarget;
  // What ends in a point is not a number yet, so that the browser may give no value for it.
  const hasPoint = value.includes('.') || validity.badInput;
  if (blockedKeys.has(event.key) || (event.key === '.' && hasPoint)) event.preventDefault();
}

/** Amounts have their two places, unless somebody meant more. */
function numberText(kind: NumberKind, value: number): string {
  const amount = value.toFixed(2);
  return kind === 'money' && Number(amount) === value ? amount : String(value);
}

export function NumberField(props: NumberFieldProps) {
  const { field, control } = splitFieldProps(props);
  const { kind = 'number', value = null, onChange, onBlur, unit, ...rest } = control;
  const draft = useDraft({
    value,
    onChange,
    toText: (given) => (given === null ? '' : numberText(kind, given)),
    fromText: (text) => normaliseNumber(kind, text),
  });
  const shownUnit = unit ?? (kind === 'percent' ? '%' : undefined);
  return (
    <FormField {...field}>
      {(given) => (
        <TextInput
          {...rest}
          control={given}
          type="number"
          inputMode={kind === 'number' ? 'numeric' : 'decimal'}
          step={numberSteps[kind]}
          min={kind === 'number' ? 0 : undefined}
          value={draft.text}
          onChange={draft.type}
          onKeyDown={block}
          onBlur={(event) => {
            // A lone sign is no number: the value is empty, and so should the box be.
            if (event.target.validity.badInput) event.target.value = '';
            draft.leave();
            onBlur?.(event);
          }}
          end={
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
