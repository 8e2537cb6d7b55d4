import { useState } from 'react';
import { Avatar, RadioGroup, ComboboxField, SelectField } from '../../src/index.ts';
import { CheckboxGroup } from '../../src/extra/index.ts';
import { Example } from '../example.tsx';

const plans = [
  { value: 'free', label: 'Free', hint: 'For evaluation' },
  { value: 'monthly', label: 'Monthly', hint: 'Pay for what you use' },
  { value: 'custom', label: 'Custom', hint: 'No longer available', disabled: true },
] as const;
type Plan = (typeof plans)[number]['value'];

const topics = [
  { value: 'releases', label: 'Releases' },
  { value: 'outages', label: 'Outages' },
  { value: 'events', label: 'Events' },
] as const;
type Topic = (typeof topics)[number]['value'];

const regions = [
  { value: 'none', label: 'Any region' },
  {
    label: 'Europe',
    options: [
      { value: 'eu-central', label: 'Frankfurt' },
      { value: 'eu-north', label: 'Stockholm' },
    ],
  },
  { label: 'Asia', options: [{ value: 'ap-south', label: 'Mumbai' }] },
];

const cities = ['Ålesund', 'Frankfurt', 'København', 'Mumbai', 'Québec', '東京'].map((label) => ({
  value: label,
  label,
}));

const members = ['Ada', 'Grace', 'Linus'].map((label) => ({
  value: label,
  label,
  picture: <Avatar id={label} name={label} size={24} />,
}));

export function ChoiceExamples() {
  const [plan, setPlan] = useState<Plan | null>('free');
  const [selectedTopics, setSelectedTopics] = useState<Topic[]>(['outages']);
  const [region, setRegion] = useState('eu-north');
  const [city, setCity] = useState<string | null>('Québec');
  const [member, setMember] = useState<string | null>(null);
  return (
    <Example name="RadioGroup, CheckboxGroup, SelectField with groups, ComboboxField">
      <div className="mb-2 max-w-form">
        <RadioGroup label="Plan, as cards" layout="cards" options={plans} value={plan} onChange={setPlan} />
      </div>
      <div className="grid max-w-form grid-cols-2 gap-x-4 gap-y-2">
        <RadioGroup label="Plan" required options={plans} value={plan} onChange={setPlan} />
        <RadioGroup label="Plan, invalid" required options={plans.slice(0, 2)} error="This field is required" />
        <CheckboxGroup
          label="Topics"
          options={topics}
          value={selectedTopics}
          onChange={setSelectedTopics}
          hint="Select any number"
        />
        <CheckboxGroup label="Topics, invalid" required options={topics} error="This field is required" />
        <CheckboxGroup
          label="Topics, inline"
          layout="row"
          options={topics}
          value={selectedTopics}
          onChange={setSelectedTopics}
        />
        <CheckboxGroup label="Topics, disabled" layout="row" disabled options={topics} value={['events']} />
        <SelectField label="Region" options={regions} value={region} onChange={setRegion} />
        <ComboboxField label="City" required options={cities} value={city} onChange={setCity} />
        <ComboboxField
          label="City, invalid"
          options={cities}
          placeholder="Search cities..."
          error="This field is required"
        />
        <ComboboxField label="City, disabled" disabled options={cities} value="東京" />
        <ComboboxField label="Member, with pictures" options={members} value={member} onChange={setMember} />
      </div>
    </Example>
  );
}
