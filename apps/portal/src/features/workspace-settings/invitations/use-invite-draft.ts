import { AssignableRole } from '@portal/contract';
import { useEffect, useEffectEvent } from 'react';
import * as z from 'zod/mini';
import { useUser } from '../../../api/session.api.ts';
import { useMarkPending, useMarkUnsaved } from '../../../components/form/unsaved-changes.tsx';
import { useStoredDraft } from '../../../lib/drafts.ts';

const Draft = z.object({ text: z.string(), role: AssignableRole });
type Draft = z.infer<typeof Draft>;

export interface InviteDraftOptions {
  /** Names the draft of this form among those of the user. */
  name: string;
  isDirty: boolean;
  isPending: boolean;
  /** The text to start with, if the user has just come from the other form. */
  initialText: string | undefined;
  read: () => Draft;
  setText: (text: string) => void;
  setRole: (role: AssignableRole) => void;
  /** Focuses the field of the text. */
  focusText: () => void;
}

/** Keeps what was typed into a form for invitations: when the page is left, and from one form to the other. */
export function useInviteDraft(options: InviteDraftOptions): void {
  const { name, isDirty, isPending, initialText, read, setText, setRole, focusText } = options;
  useMarkUnsaved(isDirty);
  useMarkPending(isPending);
  useStoredDraft(`${useUser().id}/${name}`, {
    read: () => (isDirty ? read() : undefined),
    restore: (stored) => {
      const draft = Draft.safeParse(stored).data;
      if (!draft) return;
      setText(draft.text);
      setRole(draft.role);
    },
  });
  const start = useEffectEvent((text: string) => {
    setText(text);
    focusText();
  });
  useEffect(() => {
    if (initialText !== undefined) start(initialText);
  }, [initialText]);
}
