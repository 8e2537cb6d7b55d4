import type { InviteOutcome } from '@portal/contract';
import { Badge, type Tone } from '@portal/ui';

const labels: Readonly<Record<InviteOutcome['outcome'], { text: string; tone: Tone }>> = {
  invited: { text: 'Invited', tone: 'success' },
  resent: { text: 'Invited again', tone: 'success' },
  // The message of the API says why.
  alreadyMember: { text: 'Not invited', tone: 'neutral' },
  invalid: { text: 'Not invited', tone: 'warning' },
  duplicate: { text: 'Not invited', tone: 'neutral' },
};

const isInvited = ({ outcome }: InviteOutcome) => outcome === 'invited' || outcome === 'resent';

function summaryOf(outcomes: readonly InviteOutcome[]): string {
  const count = outcomes.filter(isInvited).length;
  const invited = count === 1 ? '1 person was invited.' : `${count} people were invited.`;
  const others = outcomes.length - count;
  if (others === 0) return invited;
  return `${invited} ${others === 1 ? '1 address was' : `${others} addresses were`} not.`;
}

/** Focusable, so that a long list scrolls by keyboard. */
const scrollRegion = { tabIndex: 0, role: 'region', 'aria-label': 'Results' };

/** The outcome for each address, those that were not invited first. */
export function InviteOutcomes({ outcomes }: { outcomes: readonly InviteOutcome[] }) {
  const sorted = outcomes.toSorted((a, b) => Number(isInvited(a)) - Number(isInvited(b)));
  return (
    <div className="grid gap-2">
      <p role="status" className="font-medium text-strong">
        {summaryOf(outcomes)}
      </p>
      <div {...scrollRegion} className="max-h-60 overflow-y-auto rounded-md border border-line">
        <ul className="divide-y divide-line">
          {sorted.map(({ email, outcome, message }, index) => (
            <li key={index} className="flex items-start justify-between gap-3 px-3 py-1.5">
              <div className="min-w-0 wrap-anywhere">
                <bdi>{email}</bdi>
                {message && <p className="text-sm text-secondary">{message}</p>}
              </div>
              <span className="flex-none">
                <Badge tone={labels[outcome].tone}>{labels[outcome].text}</Badge>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
