import { ReportPeriod } from '@portal/contract';
import { Button, Card, ToggleGroup } from '@portal/ui';
import { Fragment, useState } from 'react';
import { useSearchParams } from 'react-router';
import { FieldRow } from '../../../components/form/field-row.tsx';
import { FormDateField } from '../../../components/form/form-fields.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { daysOf, lastDays, previousWeek } from './report-period.ts';
import { SignUpTable } from './sign-up-table.tsx';
import { SignUpSummary } from './sign-up-summary.tsx';

const periodFromSearch = (search: URLSearchParams) =>
  ReportPeriod.safeParse({ startDate: search.get('startDate'), endDate: search.get('endDate') }).data;

const presets = (weekBefore: ReportPeriod) => [
  { label: 'Last week', period: weekBefore },
  ...[7, 30, 90].map((days) => ({ label: `Last ${days} days`, period: lastDays(days) })),
];

const isSame = (one: ReportPeriod, other: ReportPeriod) =>
  one.startDate === other.startDate && one.endDate === other.endDate;

/** Shows the previous week at first. Another period is in the URL, so that a report can be shared and reloaded. */
export function SignUpReport() {
  const [searchParams, setSearchParams] = useSearchParams();
  const [weekBefore] = useState(() => previousWeek(new Date()));
  const [runCount, setRunCount] = useState(0);
  const period = periodFromSearch(searchParams) ?? weekBefore;
  const { control, handleSubmit } = useSchemaForm<ReportPeriod, ReportPeriod>(ReportPeriod, { values: period });
  const show = (newPeriod: ReportPeriod) => {
    // The same period again reloads the report without a new history entry.
    if (isSame(newPeriod, period)) setRunCount(runCount + 1);
    else setSearchParams({ section: searchParams.get('section') ?? '', ...newPeriod });
  };
  const submit = handleSubmit(show);
  const options = presets(weekBefore);
  return (
    <>
      <Card
        title={daysOf(period).length === 7 ? 'Weekly signup report' : 'Signup report'}
        description="Dates are in UTC. The end date is included."
        actions={
          <ToggleGroup
            label="Period"
            options={options.map(({ label }) => ({ value: label, label }))}
            value={options.find((option) => isSame(option.period, period))?.label ?? ''}
            onChange={(chosen) => {
              const option = options.find(({ label }) => label === chosen);
              if (option) show(option.period);
            }}
          />
        }
      >
        <div className="form-rows sm:pb-3">
          <form noValidate onSubmit={(event) => void submit(event)}>
            <FieldRow
              actions={
                <Button type="submit" variant="primary">
                  Generate report
                </Button>
              }
            >
              <div className="flex-1 @2xl:max-w-56">
                <FormDateField
                  control={control}
                  onEnter={() => void submit()}
                  name="startDate"
                  label="Start Date"
                  required
                  hint="For example, 2024-08-14"
                />
              </div>
              <div className="flex-1 @2xl:max-w-56">
                <FormDateField
                  control={control}
                  onEnter={() => void submit()}
                  name="endDate"
                  label="End Date"
                  required
                  hint="For example, 2024-08-14"
                />
              </div>
            </FieldRow>
          </form>
        </div>
      </Card>
      <Fragment key={runCount}>
        <SignUpSummary period={period} />
        <SignUpTable period={period} />
      </Fragment>
    </>
  );
}
