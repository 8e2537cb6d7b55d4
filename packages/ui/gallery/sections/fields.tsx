import { useState } from 'react';
import { Button, Card, Checkbox, SaveBar, SelectField, TextArea, TextField } from '../../src/index.ts';
import { Example } from '../example.tsx';

const types = [
  { value: 'saas', label: 'Managed', hint: 'We run it for you.' },
  { value: 'local', label: 'Local Dev Instance', hint: 'Runs on your own machine.' },
  { value: 'url', label: 'Remote URL', hint: 'Runs at your own URL.' },
] as const;

export function FieldExamples() {
  const [name, setName] = useState('Ada');
  const [password, setPassword] = useState('Correct-horse-1');
  const [type, setType] = useState<'saas' | 'local' | 'url'>('saas');
  const [agreed, setAgreed] = useState(false);
  return (
    <div className="flex max-w-form flex-col gap-8">
      <Example name="TextField, TextArea, SelectField, Checkbox">
        <div className="form-columns">
          <TextField label="First Name" value={name} onChange={setName} />
          <TextField label="Last Name" value="" placeholder="Lovelace" />
          <TextField
            label="Nickname"
            required
            value=""
            hint="This name will be shown in the application"
            error="This field is required"
          />
          <TextField label="Nickname" required value="ada" hint="This name will be shown in the application" />
          <TextField label="Email" value="ada@example.com" readOnly hint="Managed by your login provider." />
          <TextField label="Disabled" value="Read-only text" disabled />
          <TextField label="Password" type="password" value={password} onChange={setPassword} />
          <TextField label="URL" mono value="https://si.example.com" type="url" />
          <SelectField label="Workspace Type" options={types} value={type} onChange={setType} />
          <SelectField label="Country" options={[]} value={null} placeholder="Choose a country" error="Choose one" />
        </div>
        <TextArea label="Description" value="" placeholder="What this workspace is for" />
        <div className="form-columns">
          <TextArea label="Description, disabled" value="Read-only text" disabled />
          <SelectField label="Workspace Type, disabled" options={types} value="saas" disabled />
          <SelectField label="Workspace Type, busy" options={types} value="saas" busy />
        </div>
        <Checkbox
          label="I have read and agree to the terms of service"
          checked={agreed}
          onChange={setAgreed}
          required
        />
        <Checkbox label="Checked" checked />
        <Checkbox label="Invalid" error="This field is required" />
        <Checkbox label="Disabled" disabled checked />
      </Example>
      <Example name="SaveBar">
        <Card
          footer={
            <SaveBar dirty>
              <Button variant="ghost">Undo changes</Button>
              <Button variant="primary">Save Workspace</Button>
            </SaveBar>
          }
        >
          <TextField label="Display Name" value="Staging" />
        </Card>
        <Card
          footer={
            <SaveBar dirty={false}>
              <Button variant="primary" disabled>
                Save Workspace
              </Button>
            </SaveBar>
          }
        >
          <TextField label="Display Name" value="Staging" error="This field is invalid" />
        </Card>
      </Example>
    </div>
  );
}
