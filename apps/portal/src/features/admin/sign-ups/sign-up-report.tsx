import { ReportPeriod } from '@portal/contract';
import { Button, Card } from '@portal/ui';
import { Fragment, useState } from 'react';
import { useSearchParams } from 'react-router';
import { FormDateField } from '../../../forms/form-text-field.tsx';
import { useCheckedForm } from '../../../forms/use-checked-form.ts';
import { lastWeek } from './report-period.ts';
import { SignUpTable } from './sign-up-table.tsx';
import { SignUps } from './sign-ups.tsx';

/** The period that an address asks for, as of a link or of the way back. */
const periodIn = (search: URLSearchParams) =>
  ReportPeriod.safeParse({ startDate: search.get('startDate'), endDate: search.get('endDate') }).data;

/** Who signed up in a period, which stands in the address. */
export function SignUpReport() {
  const [search, setSearch] = useSearchParams();
  const [usual] = useState(() => lastWeek(new Date()));
  const [asked, setAsked] = useState(0);
  const period = periodIn(search);
  const { control, handleSubmit } = useCheckedForm<ReportPeriod, ReportPeriod>(ReportPeriod, {
    values: period ?? usual,
  });
  const submit = handleSubmit((wanted) => {
    // What is asked for again is read again, and is no step of its own for the way back.
    if (wanted.startDate === period?.startDate && wanted.endDate === period.endDate) setAsked(asked + 1);
    else setSearch({ section: search.get('section') ?? '', ...wanted });
  });
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
        <Fragment key={asked}>
          <SignUps period={period} />
          <SignUpTable period={period} />
        </Fragment>
      )}
    </>
  );
}
