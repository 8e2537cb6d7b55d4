import { ReportPeriod } from '@portal/contract';
import { Button, Card, ToggleGroup } from '@portal/ui';
import { Fragment, useState } from 'react';
import { useSearchParams } from 'react-router';
import { FieldRow } from '../../../components/form/field-row.tsx';
import { FormDateField } from '../../../components/form/form-fields.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { lastDays, previousWeek } from './report-period.ts';
import { SignUpTable } from './sign-up-table.tsx';
import { SignUpSummary } from './sign-up-summary.tsx';

const periodFromSearch = (search: URLSearchParams) =>
  ReportPeriod.safeParse({ startDate: search.get('startDate'), endDate: search.get('endDate') }).data;

const presets = [7, 30, 90];

/** The period is in the URL, so that a report can be shared and reloaded. */
export function SignUpReport() {
  const [searchParams, setSearchParams] = useSearchParams();
  const [defaultPeriod] = useState(() => previousWeek(new Date()));
  const [runCount, setRunCount] = useState(0);
  const period = periodFromSearch(searchParams);
  const { control, handleSubmit } = useSchemaForm<ReportPeriod, ReportPeriod>(ReportPeriod, {
    values: period ?? defaultPeriod,
  });
  const isShown = ({ startDate, endDate }: ReportPeriod) =>
    startDate === period?.startDate && endDate === period.endDate;
  const show = (newPeriod: ReportPeriod) => {
    // The same period again reloads the report without a new history entry.
    if (isShown(newPeriod)) setRunCount(runCount + 1);
    else setSearchParams({ section: searchParams.get('section') ?? '', ...newPeriod });
  };
  const submit = handleSubmit(show);
  return (
    <>
      <Card
        title="Weekly signup report"
        description="Dates are in UTC. The end date is included."
        actions={
          <ToggleGroup
            label="Last days"
            options={presets.map((days) => ({ value: String(days), label: `Last ${days} days` }))}
            value={String(presets.find((days) => isShown(lastDays(days))))}
            onChange={(days) => show(lastDays(Number(days)))}
          />
        }
      >
        <div className="form-rows">
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
      {period && (
        <Fragment key={runCount}>
          <SignUpSummary period={period} />
          <SignUpTable period={period} />
        </Fragment>
      )}
    </>
  );
}
