import { useState } from 'react';
import { FieldGroup, InputField, TextArea, type InputFieldProps } from '../../src/index.ts';
import {
  NumberField,
  PasswordHint,
  useFieldValidation,
  type FieldRules,
  type NumberFieldProps,
} from '../../src/extra/index.ts';
import { Example } from '../example.tsx';

function TextInput({ rules, ...props }: InputFieldProps & { rules?: FieldRules }) {
  const [value, setValue] = useState(props.value ?? null);
  const check = useFieldValidation(props.kind ?? 'text', value, rules);
  return <InputField {...props} {...check} value={value} onChange={setValue} />;
}

function NumberInput({ rules, ...props }: NumberFieldProps & { rules?: FieldRules }) {
  const [value, setValue] = useState(props.value ?? null);
  const check = useFieldValidation(props.kind ?? 'number', value, rules);
  return <NumberField {...props} {...check} value={value} onChange={setValue} />;
}

function NewPassword() {
  const [password, setPassword] = useState<string | null>('Correct-horse');
  const check = useFieldValidation('password', password, { newPassword: true, minLength: 8 });
  const hint = <PasswordHint password={password} />;
  return (
    <InputField
      {...check}
      label="New password"
      kind="password"
      value={password}
      onChange={setPassword}
      hint={hint}
      keepHint
    />
  );
}

export function InputExamples() {
  return (
    <div className="flex max-w-form flex-col gap-8">
      <Example name="InputField: text email url tel date time-string password">
        <div className="form-columns">
          <TextInput label="Text" rules={{ required: true }} hint="Leave it blank to see the error." />
          <TextInput label="Upper case" letterCase="upper" value="AT" rules={{ maxLength: 2 }} />
          <TextInput label="Email" kind="email" placeholder="ada@example.com" />
          <TextInput label="URL" kind="url" placeholder="example.com" hint="https:// is added automatically." />
          <TextInput label="Telephone" kind="tel" autoComplete="off" />
          <TextInput label="Digits only" digitsOnly />
          <TextInput label="Date" kind="date" />
          <TextInput label="Date, invalid" kind="date" value="2023-02-29" />
          <TextInput label="Date, disabled" kind="date" value="2024-08-14" disabled />
          <TextInput label="Time string" kind="time-string" placeholder="2 hours" />
          <TextInput label="Pattern" rules={{ pattern: /^[a-z]+$/ }} hint="Lowercase letters" />
          <NewPassword />
        </div>
      </Example>
      <Example name="NumberField: number integer decimal money percent">
        <div className="grid grid-cols-3 gap-x-4 gap-y-2">
          <NumberInput
            label="Number"
            kind="number"
            rules={{ required: true }}
            value={3}
            hint="A whole number, at least 0"
          />
          <NumberInput label="Integer" kind="integer" value={-3} />
          <NumberInput label="Decimal" kind="decimal" value={0.25} />
          <NumberInput label="Money" kind="money" value={12.5} unit="USD" />
          <NumberInput label="Percent" kind="percent" value={20} />
          <NumberInput label="Disabled" kind="number" value={7} disabled />
        </div>
      </Example>
      <Example name="FieldGroup (container)">
        <FieldGroup title="Address" description="Leave a required field blank to see the error of the group.">
          <div className="form-columns">
            <TextInput label="Street" rules={{ required: true }} />
            <TextInput label="City" rules={{ required: true }} />
          </div>
        </FieldGroup>
        <FieldGroup title="With an error">
          <InputField label="Zip code" required error="This field is required" />
          <TextArea label="Directions" value="" placeholder="How to find it" />
        </FieldGroup>
      </Example>
    </div>
  );
}
