import { displayEmail, emailError, maxInvitationsAtOnce, roleLabels, type AssignableRole } from '@portal/contract';
import { Alert, Button, IconButton, TextField } from '@portal/ui';
import { useRef, useState } from 'react';
import { useCheckInvitationEmailsQuery } from '../../../api/invitations.api.ts';
import type { MemberRow } from '../shared/member-rows.ts';
import { emailLimitEnd } from './email-limit-text.ts';
import { keyOfEntry, type ListEntry } from './parse-emails.ts';
import { isUnderstood, type InviteList } from './use-invite-list.ts';

export interface InvitePreviewProps {
  workspaceId: string;
  list: InviteList;
  /** The chosen role. */
  role: AssignableRole;
  /** The members, when they are loaded. */
  members: readonly MemberRow[] | undefined;
  /** Whether the list is what is left of one that was sent. */
  isRest: boolean;
  onCorrect: (entry: ListEntry, text: string) => void;
  onRemove: (entries: readonly ListEntry[]) => void;
}

/** Focusable, so that a long list scrolls by keyboard. */
const scrollRegion = { tabIndex: 0, role: 'region', 'aria-label': 'People to invite' };

/** What was understood of a list, before anything is sent: first the parts that the user has to correct. */
export function InvitePreview({ workspaceId, list, role, members, isRest, onCorrect, onRemove }: InvitePreviewProps) {
  const { entries, titles } = list;
  const understood = entries.filter(isUnderstood);
  const emails = understood.map(keyOfEntry).slice(0, maxInvitationsAtOnce);
  const { currentData: checked } = useCheckInvitationEmailsQuery(
    { params: { workspaceId }, body: { emails } },
    { skip: emails.length === 0, refetchOnMountOrArgChange: true },
  );
  const region = useRef<HTMLDivElement>(null);
  /** The row that had the focus is replaced or removed. */
  const focusRegion = () => region.current?.focus();
  const removeRow = (entry: ListEntry) => {
    focusRegion();
    onRemove([entry]);
  };
  const others = entries.filter((entry) => !isUnderstood(entry));
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="font-medium text-strong">
          {summaryOf(understood.filter((entry) => !isMember(entry, members)).length, others.length, isRest)}
        </p>
        <Button size="sm" onClick={() => onRemove(entries)}>
          Clear the list
        </Button>
      </div>
      {list.role && (
        <Alert
          tone={list.role === role ? 'info' : 'warning'}
          message={
            list.role === role
              ? `Everyone in this list is invited as ${roleLabels[role]}, the role in the list.`
              : `The roles in this list are not used. Everyone is invited as ${roleLabels[role]}.`
          }
        />
      )}
      <div ref={region} {...scrollRegion} className="max-h-[60vh] overflow-y-auto rounded-md border border-line">
        <ul className="divide-y divide-line">
          {others.map((entry) => (
            <UnknownPart key={entry.text} {...{ entry, onCorrect, focusRegion }} onRemove={() => removeRow(entry)} />
          ))}
          {understood.map((entry) => (
            <Recipient
              key={keyOfEntry(entry)}
              notes={notesOf(entry, {
                role,
                member: findMember(members, entry),
                waitsUntil: checked?.waiting.find(({ email }) => email === keyOfEntry(entry))?.until,
              })}
              entry={entry}
              onRemove={() => removeRow(entry)}
            />
          ))}
        </ul>
      </div>
      {titles !== '' && (
        <p className="text-sm wrap-anywhere text-secondary">
          Not used, because it is the first row of a table: {titles}
        </p>
      )}
    </div>
  );
}

function summaryOf(understood: number, others: number, isRest: boolean): string {
  const state = isRest ? 'left' : 'ready';
  const addresses = understood === 1 ? `1 address is ${state}.` : `${understood} addresses are ${state}.`;
  if (others === 0) return isRest ? addresses : `${addresses} Nothing is sent yet.`;
  const parts = others === 1 ? '1 part is' : `${others} parts are`;
  return `${addresses} ${parts} not an address: correct or remove ${others === 1 ? 'it' : 'them'}.`;
}

const findMember = (members: readonly MemberRow[] | undefined, entry: ListEntry) =>
  members?.find(({ email }) => email === keyOfEntry(entry));

/** Whether someone in the list is a member already, and so is not invited. */
export const isMember = (entry: ListEntry, members: readonly MemberRow[] | undefined): boolean =>
  findMember(members, entry)?.pending === false;

const addressLimitSentence = 'This address has reached its daily limit of invitation emails.';

interface Recipient {
  readonly role: AssignableRole;
  readonly member: MemberRow | undefined;
  /** When the email is sent, if the mailbox has reached its daily limit of invitation emails. */
  readonly waitsUntil: string | undefined;
}

function notesOf({ dropped, times }: ListEntry, { role, member, waitsUntil }: Recipient): string[] {
  return [
    memberNote(member, role),
    waitsUntil !== undefined && `${addressLimitSentence} ${emailLimitEnd({ name: 'address', until: waitsUntil })}`,
    times > 1 && `Listed ${times} times, invited once.`,
    dropped.length > 0 && `Not used: ${dropped.join(', ')}`,
  ].filter((note) => note !== false && note !== undefined);
}

function memberNote(member: MemberRow | undefined, role: AssignableRole): string | undefined {
  if (!member) return undefined;
  if (!member.pending) return 'Already a member. They are not invited again.';
  if (member.invitation?.status === 'declined') return 'Declined an earlier invitation.';
  const invited = `Already invited as ${roleLabels[member.role]}.`;
  // The default role is not sent, so the invitation keeps its own.
  return role === 'EDITOR' || role === member.role || member.invitation?.status === 'expired'
    ? `${invited} The invitation is sent again.`
    : `${invited} Change the role in the list below.`;
}

interface RecipientProps {
  entry: ListEntry;
  notes: readonly string[];
  onRemove: () => void;
}

function Recipient({ entry, notes, onRemove }: RecipientProps) {
  const email = displayEmail(keyOfEntry(entry));
  return (
    <li className="flex items-start justify-between gap-3 px-3 py-1.5">
      <div className="min-w-0 wrap-anywhere">
        <bdi translate="no">{email}</bdi>
        {notes.map((note) => (
          <p key={note} className="text-sm text-secondary">
            {note}
          </p>
        ))}
      </div>
      <IconButton size="sm" icon="x" label={`Remove ${email} from the list`} onClick={onRemove} />
    </li>
  );
}

interface UnknownPartProps extends Omit<RecipientProps, 'notes'>, Pick<InvitePreviewProps, 'onCorrect'> {
  focusRegion: () => void;
}

/** A part that is no address. What the user makes of it is read when the field loses the focus. */
function UnknownPart({ entry, onCorrect, focusRegion, onRemove }: UnknownPartProps) {
  const [text, setText] = useState(entry.text);
  const error = entry.isLine ? 'No address in this line' : (emailError(entry.text) ?? 'Not an email address');
  return (
    <li className="flex items-start justify-between gap-3 px-3 py-1.5">
      <div className="min-w-0 flex-1">
        <TextField
          label={`Correct ${entry.text}`}
          hideLabel
          compact
          value={text}
          error={error}
          onChange={setText}
          onEnter={focusRegion}
          onBlur={() => {
            if (text !== entry.text) onCorrect(entry, text);
          }}
        />
      </div>
      <IconButton size="sm" icon="x" label={`Remove ${entry.text} from the list`} onClick={onRemove} />
    </li>
  );
}
