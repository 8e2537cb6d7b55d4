import { ComboboxField, type ComboboxFieldProps } from '@portal/ui';
import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form';

export interface FormComboboxFieldProps<Values extends FieldValues, Context, Output> extends Omit<
  ComboboxFieldProps,
  'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'ref'
> {
  control: Control<Values, Context, Output>;
  name: FieldPath<Values>;
}

/** A combobox of a form. Its error appears after the field loses focus. */
export function FormComboboxField<Values extends FieldValues, Context, Output>({
  control,
  name,
  ...rest
}: FormComboboxFieldProps<Values, Context, Output>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { onChange, ...field }, fieldState }) => (
        <ComboboxField
          {...rest}
          {...field}
          onChange={(value) => onChange(value ?? '')}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
