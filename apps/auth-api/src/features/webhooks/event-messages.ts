import { webhookEventType, webhookTestType } from '@portal/contract';
import type { Webhook } from '../../generated/prisma/client.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { newId } from '../../platform/lib/ids.ts';
import { decryptEntries } from '../../request/audit/decrypt-entries.ts';
import { toOwnerEntries } from '../workspaces/activity/activity.presenters.ts';
import type { SignedMessage } from './secrets.ts';

/**
 * An event as it is sent: the entry as the owner sees it in the activity at this moment. So it never has what the owner does not see, and
 * what was erased since is not in it.
 */
export async function toEventMessage(
  { id, workspaceId }: Webhook,
  { entryId, sequence }: { readonly entryId: string; readonly sequence: number },
  sentAt: Date,
  context: DbContext,
): Promise<SignedMessage> {
  const stored = await context.db.auditEntry.findMany({ where: { id: entryId, workspaceId } });
  const rows = await decryptEntries(stored, context);
  const [entry] = await toOwnerEntries(rows, workspaceId, context);
  if (!entry) throw new AppError('The audit log has no entry of this event.');
  const type = webhookEventType(entry.action) ?? entry.action;
  const text = JSON.stringify({ type, timestamp: entry.occurredAt, data: { ...entry, sequence, workspaceId } });
  return { id: `${id}-${entryId}`, sentAt, text };
}

/** A message that the owner sends to see whether the receiver accepts it. */
export function toTestMessage({ id, workspaceId }: Webhook, sentAt: Date): SignedMessage {
  const text = JSON.stringify({ type: webhookTestType, timestamp: sentAt.toISOString(), data: { workspaceId } });
  return { id: `${id}-${newId()}`, sentAt, text };
}
