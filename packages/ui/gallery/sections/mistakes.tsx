import {
  InputField,
  NumberField,
  problemOf,
  TextArea,
  type FieldRules,
  type InputFieldProps,
} from '../../src/index.ts';
import { Specimen } from '../specimen.tsx';

interface Mistake {
  label: string;
  kind: InputFieldProps['kind'] & string;
  value: string | null;
  rules?: FieldRules;
}

const mistakes: Mistake[] = [
  { label: 'Text', kind: 'text', value: null, rules: { required: true } },
  { label: 'E-mail', kind: 'email', value: 'ada@example' },
  { label: 'URL', kind: 'url', value: 'https://not an address' },
  { label: 'Telephone', kind: 'tel', value: '+43', rules: { minLength: 8 } },
  { label: 'Date', kind: 'date', value: '2023-02-29' },
  { label: 'Time string', kind: 'time-string', value: '0 hours' },
  { label: 'Pattern', kind: 'text', value: 'No. 5', rules: { pattern: /^[a-z]+$/ } },
  { label: 'Country code', kind: 'text', value: 'AUT', rules: { maxLength: 2 } },
  { label: 'Password, too short', kind: 'password', value: 'horse', rules: { minLength: 8 } },
  { label: 'Password, too long', kind: 'password', value: 'horse'.repeat(3), rules: { maxLength: 12 } },
];

/** What each kind of field says of what is wrong with it, as after it was left. */
export function MistakeSpecimens() {
  return (
    <Specimen name="InputField, NumberField, TextArea: in error">
      <div className="form-columns max-w-form">
        {mistakes.map(({ label, kind, value, rules }) => (
          <InputField
            key={label}
            label={label}
            kind={kind}
            value={value}
            required={rules?.required}
            error={problemOf(kind, value, rules)}
            autoComplete="off"
          />
        ))}
        <NumberField
          label="Amount"
          kind="money"
          unit="USD"
          required
          error={problemOf('money', null, { required: true })}
        />
        <TextArea label="Description" value="" required error={problemOf('textarea', '', { required: true })} />
      </div>
    </Specimen>
  );
}
