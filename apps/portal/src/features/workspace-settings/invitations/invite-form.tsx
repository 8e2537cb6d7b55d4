import type { Workspace } from '@portal/contract';
import { Card } from '@portal/ui';
import { useState } from 'react';
import { useUser } from '../../../api/session.api.ts';
import { useStoredDraft } from '../../../lib/drafts.ts';
import { InviteOne, type InviteNotice } from './invite-one.tsx';
import { InviteSeveral } from './invite-several.tsx';
import type { MemberRow } from '../shared/member-rows.ts';

export interface InviteFormProps {
  workspace: Workspace;
  /** The members, when they are loaded. */
  members: readonly MemberRow[] | undefined;
  /** Loads the invitations again. */
  onRefetch: () => void;
  notice: InviteNotice | undefined;
  onNotice: (notice: InviteNotice | undefined) => void;
}

/** Which form is shown, with the text that it starts with. Without a text, the form keeps the focus where it is. */
interface Mode {
  readonly isSeveral: boolean;
  readonly text?: string | undefined;
}

/** Invites one person, or up to 50 at once. */
export function InviteForm({ workspace, members, onRefetch, notice, onNotice }: InviteFormProps) {
  const [{ isSeveral, text }, setMode] = useState<Mode>({ isSeveral: false });
  useStoredDraft(`${useUser().id}/${workspace.id}/invite several`, {
    read: () => (isSeveral ? true : undefined),
    restore: () => setMode({ isSeveral: true }),
  });
  const changeMode = (next: Required<Mode>) => {
    onNotice(undefined);
    setMode(next);
  };
  return (
    <Card>
      {isSeveral ? (
        <InviteSeveral
          workspace={workspace}
          members={members}
          initialText={text}
          onInviteOne={(email) => changeMode({ isSeveral: false, text: email })}
        />
      ) : (
        <InviteOne
          {...{ workspace, members, onRefetch, notice, onNotice }}
          initialText={text}
          onInviteSeveral={(emails) => changeMode({ isSeveral: true, text: emails })}
        />
      )}
    </Card>
  );
}
