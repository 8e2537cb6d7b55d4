import { useState } from 'react';
import { CheckboxGroup, RadioGroup, SearchSelectField, SelectField } from '../../src/index.ts';
import { Specimen } from '../specimen.tsx';

const plans = [
  { value: 'free', label: 'Free', hint: 'For looking around' },
  { value: 'monthly', label: 'Monthly', hint: 'Paid by use' },
  { value: 'custom', label: 'Custom', hint: 'Not offered any more', disabled: true },
] as const;
type Plan = (typeof plans)[number]['value'];

const news = [
  { value: 'releases', label: 'Releases' },
  { value: 'outages', label: 'Outages' },
  { value: 'events', label: 'Events' },
] as const;
type News = (typeof news)[number]['value'];

const regions = [
  { value: 'none', label: 'Wherever' },
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

export function ChoiceSpecimens() {
  const [plan, setPlan] = useState<Plan | null>('free');
  const [wanted, setWanted] = useState<News[]>(['outages']);
  const [region, setRegion] = useState('eu-north');
  const [city, setCity] = useState<string | null>('Québec');
  return (
    <Specimen name="RadioGroup, CheckboxGroup, SelectField with groups, SearchSelectField">
      <div className="grid max-w-form grid-cols-2 gap-x-4 gap-y-6">
        <RadioGroup label="Plan" required options={plans} value={plan} onChange={setPlan} />
        <RadioGroup label="Plan, wrong" required options={plans.slice(0, 2)} error="This field is required" />
        <CheckboxGroup label="News" options={news} value={wanted} onChange={setWanted} hint="As many as you like" />
        <CheckboxGroup label="News, wrong" required options={news} error="This field is required" />
        <CheckboxGroup label="News, inline" inline options={news} value={wanted} onChange={setWanted} />
        <CheckboxGroup label="News, disabled" inline disabled options={news} value={['events']} />
        <SelectField label="Region" options={regions} value={region} onChange={setRegion} />
        <SearchSelectField label="City" required options={cities} value={city} onChange={setCity} />
        <SearchSelectField
          label="City, wrong"
          options={cities}
          placeholder="Search cities..."
          error="This field is required"
        />
        <SearchSelectField label="City, disabled" disabled options={cities} value="東京" />
      </div>
    </Specimen>
  );
}
