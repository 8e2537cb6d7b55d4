import { displayEmail, type InviteOutcome, type Workspace } from '@portal/contract';
import { Badge, type Tone } from '@portal/ui';
import { emailLimitEnd, emailLimitReason } from './email-limit-text.ts';
import { InvitationLinks } from './invitation-links.tsx';
import type { MemberRow } from '../shared/member-rows.ts';

const labels: Readonly<Record<InviteOutcome['outcome'], { text: string; tone: Tone }>> = {
  invited: { text: 'Invited', tone: 'success' },
  resent: { text: 'Invited again', tone: 'success' },
  // The message of the API says why.
  alreadyMember: { text: 'Not invited', tone: 'neutral' },
  invalid: { text: 'Not invited', tone: 'warning' },
  duplicate: { text: 'Not invited', tone: 'neutral' },
};

const notEmailed = { text: 'Not emailed', tone: 'warning' } as const;

const isInvited = ({ outcome }: InviteOutcome) => outcome === 'invited' || outcome === 'resent';
const isNotEmailed = ({ emailed }: InviteOutcome) => emailed === 'limit';

/** Sorts those that the user has to do something about first. */
const rankOf = (outcome: InviteOutcome) => Number(isInvited(outcome)) * (isNotEmailed(outcome) ? 1 : 2);

const notEmailedMessage = ({ emailLimit }: InviteOutcome) =>
  `Invited, but we can’t email them now, because ${emailLimitReason(emailLimit)}.`;

function summaryOf(outcomes: readonly InviteOutcome[]): string {
  const count = outcomes.filter(isInvited).length;
  const invited = count === 1 ? '1 person was invited.' : `${count} people were invited.`;
  const others = outcomes.length - count;
  const unsent = outcomes.filter(isNotEmailed).length;
  return [
    invited,
    others > 0 && `${others === 1 ? '1 entry was' : `${others} entries were`} not.`,
    unsent > 0 && `${unsent === 1 ? '1 invitation is' : `${unsent} invitations are`} not emailed.`,
    emailLimitEnd(outcomes.find(({ emailLimit }) => emailLimit?.until)?.emailLimit),
  ]
    .filter((sentence) => sentence !== false && sentence !== '')
    .join(' ');
}

/** Focusable, so that a long list scrolls by keyboard. */
const scrollRegion = { tabIndex: 0, role: 'region', 'aria-label': 'Results' };

export interface InviteOutcomesProps {
  workspace: Workspace;
  outcomes: readonly InviteOutcome[];
  /** The members, when they are loaded. */
  members: readonly MemberRow[] | undefined;
}

/** The outcome for each address: those that were not invited first, then those that are not emailed. */
export function InviteOutcomes({ workspace, outcomes, members }: InviteOutcomesProps) {
  const sorted = outcomes.toSorted((a, b) => rankOf(a) - rankOf(b));
  return (
    <div className="grid gap-2">
      <p role="status" className="font-medium text-strong">
        {summaryOf(outcomes)}
      </p>
      <div {...scrollRegion} className="max-h-[60vh] overflow-y-auto rounded-md border border-line">
        <ul className="divide-y divide-line">
          {sorted.map((outcome, index) => (
            <Outcome key={index} outcome={outcome} />
          ))}
        </ul>
      </div>
      <InvitationLinks
        workspaceId={workspace.id}
        emails={outcomes.filter(isNotEmailed).map(({ email }) => email)}
        members={members}
      />
    </div>
  );
}

function Outcome({ outcome }: { outcome: InviteOutcome }) {
  const { text, tone } = isNotEmailed(outcome) ? notEmailed : labels[outcome.outcome];
  const message = isNotEmailed(outcome) ? notEmailedMessage(outcome) : outcome.message;
  return (
    <li className="flex items-start justify-between gap-3 px-3 py-1.5">
      <div className="min-w-0 wrap-anywhere">
        <bdi translate="no">{displayEmail(outcome.email)}</bdi>
        {message && <p className="text-sm text-secondary">{message}</p>}
      </div>
      <span className="flex-none">
        <Badge tone={tone}>{text}</Badge>
      </span>
    </li>
  );
}
