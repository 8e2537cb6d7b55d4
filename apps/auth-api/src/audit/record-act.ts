import { ulid } from 'ulid';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Credential } from '../http/actor.ts';
import type { Context } from '../http/handlers.ts';

/** What an act was done to, and what else a reader of the log needs to understand it. Never a secret. */
export interface ActNotes {
  readonly workspaceId?: string;
  /** The person whom it was done to. */
  readonly subjectUserId?: string;
  readonly details?: Readonly<Record<string, Prisma.InputJsonValue | null>>;
}

interface Act extends ActNotes {
  /** The name of the call. */
  readonly action: string;
  readonly actorUserId: string;
  readonly credential: Credential['kind'];
  readonly request: Context['request'];
}

/** Writes one line of the audit log, in the transaction of the act: both are kept, or neither. */
export async function recordAct({ request, details, ...act }: Act, db: Prisma.TransactionClient): Promise<void> {
  await db.auditEntry.create({
    data: {
      id: ulid(),
      ...act,
      ...(details && { details }),
      requestId: request.id,
      ip: request.ip,
      userAgent: request.userAgent,
    },
    select: { id: true },
  });
}
