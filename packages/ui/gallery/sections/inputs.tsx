import { useState } from 'react';
import {
  FieldGroup,
  InputField,
  NumberField,
  PasswordHint,
  TextArea,
  useFieldCheck,
  type FieldRules,
  type InputFieldProps,
  type NumberFieldProps,
} from '../../src/index.ts';
import { Specimen } from '../specimen.tsx';

function Input({ rules, ...props }: InputFieldProps & { rules?: FieldRules }) {
  const [value, setValue] = useState(props.value ?? null);
  const check = useFieldCheck(props.kind ?? 'text', value, rules);
  return <InputField {...props} {...check} value={value} onChange={setValue} />;
}

function Amount({ rules, ...props }: NumberFieldProps & { rules?: FieldRules }) {
  const [value, setValue] = useState(props.value ?? null);
  const check = useFieldCheck(props.kind ?? 'number', value, rules);
  return <NumberField {...props} {...check} value={value} onChange={setValue} />;
}

function NewPassword() {
  const [password, setPassword] = useState<string | null>('Correct-horse');
  const check = useFieldCheck('password', password, { newPassword: true, minLength: 8 });
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

export function InputSpecimens() {
  return (
    <div className="flex max-w-form flex-col gap-8">
      <Specimen name="InputField: text email url tel date time-string password">
        <div className="form-columns">
          <Input label="Text" rules={{ required: true }} hint="Leave it blank to see what it says." />
          <Input label="Upper case" letterCase="upper" value="AT" rules={{ maxLength: 2 }} />
          <Input label="E-mail" kind="email" placeholder="ada@example.com" />
          <Input label="URL" kind="url" placeholder="example.com" hint="https:// is put before it." />
          <Input label="Telephone" kind="tel" autoComplete="off" />
          <Input label="Digits only" digitsOnly />
          <Input label="Date" kind="date" />
          <Input label="Date, wrong" kind="date" value="2023-02-29" />
          <Input label="Date, disabled" kind="date" value="2024-08-14" disabled />
          <Input label="Time string" kind="time-string" placeholder="2 hours" />
          <Input label="Pattern" rules={{ pattern: /^[a-z]+$/ }} hint="Small letters" />
          <NewPassword />
        </div>
      </Specimen>
      <Specimen name="NumberField: number integer decimal money percent">
        <div className="grid grid-cols-3 gap-x-4 gap-y-6">
          <Amount label="Number" kind="number" rules={{ required: true }} value={3} hint="Whole, not below zero" />
          <Amount label="Integer" kind="integer" value={-3} />
          <Amount label="Decimal" kind="decimal" value={0.25} />
          <Amount label="Money" kind="money" value={12.5} unit="USD" />
          <Amount label="Percent" kind="percent" value={20} />
          <Amount label="Disabled" kind="number" value={7} disabled />
        </div>
      </Specimen>
      <Specimen name="FieldGroup (container)">
        <FieldGroup title="Address" description="Leave a required field blank: the group tells it too.">
          <div className="form-columns">
            <Input label="Street" rules={{ required: true }} />
            <Input label="City" rules={{ required: true }} />
          </div>
        </FieldGroup>
        <FieldGroup title="With an error">
          <InputField label="Zip code" required error="This field is required" />
          <TextArea label="Directions" value="" placeholder="How to find it" />
        </FieldGroup>
      </Specimen>
    </div>
  );
}
