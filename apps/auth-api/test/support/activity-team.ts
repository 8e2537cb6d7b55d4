import { writeAuditEntries, type AuditEvent } from '../../src/request/audit/write-entries.ts';
import type { TestApi } from './api.ts';
import { addMember, logIn, makeUser, makeWorkspace } from './builders.ts';

/** A workspace with a member of each role, whose activity a test writes. */
export async function makeActivityTeam(api: TestApi) {
  const [owner, approver, editor] = [await makeUser(api), await makeUser(api), await makeUser(api)];
  const workspace = await makeWorkspace(api, owner);
  await addMember(api, workspace, approver, 'APPROVER');
  await addMember(api, workspace, editor, 'EDITOR');
  const event = {
    actor: { userId: owner.id },
    credential: 'session',
    workspaceId: workspace.id,
    request: { id: null, ip: '203.0.113.9', userAgent: 'Firefox 120' },
  } as const;
  return {
    owner,
    approver,
    editor,
    workspace,
    asOwner: await logIn(api, owner),
    asApprover: await logIn(api, approver),
    /** Writes one entry for each event, in this order. */
    write: (...events: (Partial<AuditEvent> & Pick<AuditEvent, 'action'>)[]) =>
      writeAuditEntries(
        events.map((each) => ({ ...event, ...each })),
        api.services,
      ),
    path: `/workspaces/${workspace.id}/audit`,
  };
}

export type ActivityTeam = Awaited<ReturnType<typeof makeActivityTeam>>;
