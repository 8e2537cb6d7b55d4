import { InputField, TextArea, type InputFieldProps } from '../../src/index.ts';
import { NumberField, validateField, type FieldRules } from '../../src/extra/index.ts';
import { Example } from '../example.tsx';

interface InvalidField {
  label: string;
  kind: InputFieldProps['kind'] & string;
  value: string | null;
  rules?: FieldRules;
}

const invalidFields: InvalidField[] = [
  { label: 'Text', kind: 'text', value: null, rules: { required: true } },
  { label: 'Email', kind: 'email', value: 'ada@example' },
  { label: 'URL', kind: 'url', value: 'https://not an address' },
  { label: 'Telephone', kind: 'tel', value: '+43', rules: { minLength: 8 } },
  { label: 'Date', kind: 'date', value: '2023-02-29' },
  { label: 'Time string', kind: 'time-string', value: '0 hours' },
  { label: 'Pattern', kind: 'text', value: 'No. 5', rules: { pattern: /^[a-z]+$/ } },
  { label: 'Country code', kind: 'text', value: 'AUT', rules: { maxLength: 2 } },
  { label: 'Password, too short', kind: 'password', value: 'horse', rules: { minLength: 8 } },
  { label: 'Password, too long', kind: 'password', value: 'horse'.repeat(3), rules: { maxLength: 12 } },
];

/** The validation errors of each kind of field, as shown after blur. */
export function ValidationExamples() {
  return (
    <Example name="InputField, NumberField, TextArea: in error">
      <div className="form-columns max-w-form">
        {invalidFields.map(({ label, kind, value, rules }) => (
          <InputField
            key={label}
            label={label}
            kind={kind}
            value={value}
            required={rules?.required}
            error={validateField(kind, value, rules)}
            autoComplete="off"
          />
        ))}
        <NumberField
          label="Amount"
          kind="money"
          unit="USD"
          required
          error={validateField('money', null, { required: true })}
        />
        <TextArea label="Description" value="" required error={validateField('textarea', '', { required: true })} />
      </div>
    </Example>
  );
}
