import type { Workspace } from '@portal/contract';
import type { Notice } from '@portal/ui';
import { useCallback, useMemo, useState } from 'react';
import { useMutationsById } from '../../api/use-mutations-by-id.ts';
import { useSetDefaultMutation, useSetFavouriteMutation, useSetHiddenMutation } from '../../api/workspaces.api.ts';

/** The preferences of a member that the cards change. */
export interface CardActionHandlers {
  readonly setFavourite: (workspace: Workspace, isFavourite: boolean) => void;
  readonly setHidden: (workspace: Workspace, isHidden: boolean) => void;
  readonly setDefault: (workspaceId: string) => void;
}

/** A change that moved or removed a card, and that can be undone. */
interface CardChange {
  readonly workspace: Workspace;
  readonly kind: 'favourite' | 'hidden';
  readonly value: boolean;
}

/** The last change, and whether it undid another one. */
interface LastChange extends CardChange {
  readonly id: number;
  readonly isUndo: boolean;
}

/** What the page says about the last change, and how to undo it. */
interface ChangeNotice extends Notice {
  /** Missing if the change undid another one. */
  readonly undo: (() => void) | undefined;
  readonly workspaceId: string;
}

function describeChange({ workspace: { displayName }, kind, value }: CardChange): string {
  const state = kind === 'favourite' ? 'a favourite' : 'hidden';
  return `“${displayName}” is ${value ? 'now' : 'no longer'} ${state}`;
}

/** The mutations for all cards. With hooks in each card, hundreds of cards would check every response. */
export function useCardActions() {
  const [setFavourite] = useSetFavouriteMutation();
  const [setHidden] = useSetHiddenMutation();
  const [setDefault] = useSetDefaultMutation();
  const { errors: favouriteErrors, runInOrder: runFavourite } = useMutationsById();
  const { errors: hiddenErrors, runInOrder: runHidden } = useMutationsById();
  const { errors: defaultErrors, run: runDefault } = useMutationsById();
  const [lastChange, setLastChange] = useState<LastChange>();
  const change = useCallback(
    (next: CardChange, isUndo = false) => {
      const { kind, value } = next;
      const params = { workspaceId: next.workspace.id };
      // The card changes when the request is sent, which may be after an earlier one.
      const announce = () => setLastChange((previous) => ({ ...next, isUndo, id: (previous?.id ?? 0) + 1 }));
      if (kind === 'favourite') {
        void runFavourite(params.workspaceId, () => {
          announce();
          return setFavourite({ params, body: { isFavourite: value } });
        });
      } else {
        void runHidden(params.workspaceId, () => {
          announce();
          return setHidden({ params, body: { isHidden: value } });
        });
      }
    },
    [runFavourite, runHidden, setFavourite, setHidden],
  );
  const actions: CardActionHandlers = useMemo(
    () => ({
      setFavourite: (workspace, value) => change({ workspace, kind: 'favourite', value }),
      setHidden: (workspace, value) => change({ workspace, kind: 'hidden', value }),
      setDefault: (workspaceId) => void runDefault(workspaceId, () => setDefault({ params: { workspaceId } })),
    }),
    [change, runDefault, setDefault],
  );
  /** The error of the last change of a workspace. */
  const errorOf = (id: string) => favouriteErrors.get(id) ?? hiddenErrors.get(id) ?? defaultErrors.get(id);
  const forgetChange = useCallback(() => setLastChange(undefined), []);
  // The card of a change that failed shows the error.
  const shown = lastChange && errorOf(lastChange.workspace.id) === undefined ? lastChange : undefined;
  const notice: ChangeNotice | undefined = shown && {
    id: shown.id,
    message: describeChange(shown),
    workspaceId: shown.workspace.id,
    undo: shown.isUndo ? undefined : () => change({ ...shown, value: !shown.value }, true),
  };
  return { actions, errorOf, notice, forgetChange };
}
