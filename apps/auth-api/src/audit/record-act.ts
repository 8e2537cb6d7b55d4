import { decodeTime, monotonicFactory } from 'ulid';
import type { Prisma } from '../generated/prisma/client.ts';
import type { Credential } from '../http/actor.ts';
import type { Context } from '../http/handlers.ts';
import { chance } from '../new-id.ts';

/** What an act was done to, and what else a reader of the log needs to understand it. Never a secret. */
export interface ActNotes {
  readonly workspaceId?: string;
  /** The person whom it was done to. */
  readonly subjectUserId?: string;
  /** What changed stands as `{ role: { from: 'EDITOR', to: 'APPROVER' } }`. */
  readonly details?: Readonly<Record<string, Prisma.InputJsonValue | null>>;
}

export interface Act extends ActNotes {
  /**
   * The name of the call; a login is `login`, whichever call finished it. What a verified address led to by itself is
   * `claimInvitation`.
   */
  readonly action: string;
  readonly actorUserId: string;
  readonly credential: Credential['kind'];
  readonly request: Pick<Context['request'], 'id' | 'ip' | 'userAgent'>;
}

const longestUserAgent = 500;

// Lines of one millisecond keep the order in which they were written.
const nextId = monotonicFactory(chance);

/** Writes one line of the audit log, in the transaction of the act: both are kept, or neither. */
export async function recordAct({ request, details, ...act }: Act, db: Prisma.TransactionClient): Promise<void> {
  const id = nextId();
  // The moment that the id holds, so that a reader who asks for a span of time finds it by the id.
  const occurredAt = new Date(decodeTime(id));
  const { action, actorUserId, credential, workspaceId = null, subjectUserId = null } = act;
  const userAgent = request.userAgent?.slice(0, longestUserAgent) ?? null;
  await db.$executeRaw`
    INSERT INTO audit_entries (id, occurred_at, action, actor_user_id, credential, workspace_id, subject_user_id, details,
      ip, user_agent, request_id)
    VALUES (${id}, ${occurredAt}, ${action}, ${actorUserId}, ${credential}, ${workspaceId}, ${subjectUserId},
      ${details ? JSON.stringify(details) : null}::jsonb, ${request.ip}, ${userAgent}, ${request.id})`;
}
