import type { Workspace } from '@portal/contract';
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
export interface CardChange {
  readonly workspace: Workspace;
  readonly kind: 'favourite' | 'hidden';
  readonly value: boolean;
}

/** The mutations for all cards. With hooks in each card, hundreds of cards would check every response. */
export function useCardActions() {
  const [setFavourite] = useSetFavouriteMutation();
  const [setHidden] = useSetHiddenMutation();
  const [setDefault] = useSetDefaultMutation();
  const { errors: favouriteErrors, run: runFavourite } = useMutationsById();
  const { errors: hiddenErrors, run: runHidden } = useMutationsById();
  const { errors: defaultErrors, run: runDefault } = useMutationsById();
  const [lastChange, setLastChange] = useState<CardChange>();
  const save = useCallback(
    ({ workspace: { id: workspaceId }, kind, value }: CardChange) =>
      kind === 'favourite'
        ? runFavourite(workspaceId, () => setFavourite({ params: { workspaceId }, body: { isFavourite: value } }))
        : runHidden(workspaceId, () => setHidden({ params: { workspaceId }, body: { isHidden: value } })),
    [runFavourite, runHidden, setFavourite, setHidden],
  );
  const actions: CardActionHandlers = useMemo(() => {
    const change = (next: CardChange) => {
      setLastChange(next);
      void save(next);
    };
    return {
      setFavourite: (workspace, value) => change({ workspace, kind: 'favourite', value }),
      setHidden: (workspace, value) => change({ workspace, kind: 'hidden', value }),
      setDefault: (workspaceId) => void runDefault(workspaceId, () => setDefault({ params: { workspaceId } })),
    };
  }, [save, runDefault, setDefault]);
  /** The error of the last change of a workspace. */
  const errorOf = (id: string) => favouriteErrors.get(id) ?? hiddenErrors.get(id) ?? defaultErrors.get(id);
  const undo = (change: CardChange) => {
    setLastChange(undefined);
    void save({ ...change, value: !change.value });
  };
  const forgetChange = useCallback(() => setLastChange(undefined), []);
  const isUndoable = lastChange !== undefined && errorOf(lastChange.workspace.id) === undefined;
  return { actions, errorOf, undo, forgetChange, undoable: isUndoable ? lastChange : undefined };
}
