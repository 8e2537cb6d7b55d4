import { SearchSelectField, type SearchSelectFieldProps } from '@portal/ui';
import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form';

export interface FormSearchSelectProps<Values extends FieldValues, Context, Output> extends Omit<
  SearchSelectFieldProps,
  'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'ref'
> {
  control: Control<Values, Context, Output>;
  name: FieldPath<Values>;
  /** A field that is right or wrong together with this one, and is checked again after a change. */
  alongWith?: FieldPath<Values>;
}

/** A choice from many of a form; its error shows once the field was left. */
export function FormSearchSelect<Values extends FieldValues, Context, Output>({
  control,
  name,
  alongWith,
  ...rest
}: FormSearchSelectProps<Values, Context, Output>) {
  return (
    <Controller
      control={control}
      name={name}
      {...(alongWith && { rules: { deps: alongWith } })}
      render={({ field: { onChange, ...field }, fieldState }) => (
        <SearchSelectField
          {...rest}
          {...field}
          onChange={(value) => onChange(value ?? '')}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
