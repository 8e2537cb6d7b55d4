import type { EmailLimit } from '@portal/contract';
import { formatDateTime } from '@portal/ui';

const reasons: Readonly<Record<EmailLimit['name'], string>> = {
  newAccount: 'new accounts can only send a limited number of invitation emails on their first day',
  account: 'the sender has reached the daily limit of invitation emails',
  address: 'the daily limit of invitation emails to this address is reached',
};

const fallback = 'a daily limit is reached';

/** Why an invitation is not emailed, as the end of a sentence. The limit is not known until the list is reloaded. */
export const emailLimitReason = (limit: EmailLimit | undefined) => (limit ? reasons[limit.name] : fallback);

/** When the limit ends, as a sentence. An email of the evening does not always have room for all that wait. Empty if it is not known. */
export function emailLimitEnd(limit: EmailLimit | undefined): string {
  if (!limit?.until) return '';
  const time = formatDateTime(new Date(limit.until));
  return limit.name === 'address'
    ? `The invitation will be in one email with others that wait, on ${time} at the earliest.`
    : `Emails are possible again from ${time}.`;
}
