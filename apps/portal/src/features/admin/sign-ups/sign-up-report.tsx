import { ReportPeriod } from '@portal/contract';
import { Button, Card } from '@portal/ui';
import { useState } from 'react';
import { FormDateField } from '../../../forms/form-text-field.tsx';
import { useCheckedForm } from '../../../forms/use-checked-form.ts';
import { lastWeek } from './report-period.ts';
import { SignUpTable } from './sign-up-table.tsx';
import { SignUps } from './sign-ups.tsx';

export function SignUpReport() {
  const [period, setPeriod] = useState<ReportPeriod>();
  const { control, handleSubmit } = useCheckedForm<ReportPeriod, ReportPeriod>(ReportPeriod, {
    defaultValues: lastWeek(new Date()),
  });
  const submit = handleSubmit((given) => setPeriod(given));
  return (
    <>
      <Card title="Weekly signup report" description="Days are those of UTC; the last one is whole.">
        <form noValidate className="flex flex-wrap items-start gap-3" onSubmit={(event) => void submit(event)}>
          <div className="w-56">
            <FormDateField
              control={control}
              onEnter={() => void submit()}
              name="startDate"
              label="Start Date"
              required
              hint="Such as 2024-08-14"
            />
          </div>
          <div className="w-56">
            <FormDateField
              control={control}
              onEnter={() => void submit()}
              name="endDate"
              label="End Date"
              required
              hint="Such as 2024-08-14"
            />
          </div>
          <div className="pt-6">
            <Button type="submit" variant="primary">
              Generate Report
            </Button>
          </div>
        </form>
      </Card>
      {period && (
        <>
          <SignUps period={period} />
          <SignUpTable period={period} />
        </>
      )}
    </>
  );
}
