import { useMemo } from 'react';
import { useMutationsById } from '../../api/use-mutations-by-id.ts';
import { useSetDefaultMutation, useSetFavouriteMutation, useSetHiddenMutation } from '../../api/workspaces.api.ts';

/** The preferences of a member that the cards change. */
export interface CardActionHandlers {
  readonly setFavourite: (workspaceId: string, isFavourite: boolean) => void;
  readonly setHidden: (workspaceId: string, isHidden: boolean) => void;
  readonly setDefault: (workspaceId: string) => void;
}

/** The mutations for all cards. With hooks in each card, hundreds of cards would check every response. */
export function useCardActions() {
  const [setFavourite] = useSetFavouriteMutation();
  const [setHidden] = useSetHiddenMutation();
  const [setDefault] = useSetDefaultMutation();
  const { errors: favouriteErrors, run: runFavourite } = useMutationsById();
  const { errors: hiddenErrors, run: runHidden } = useMutationsById();
  const { errors: defaultErrors, run: runDefault } = useMutationsById();
  const actions: CardActionHandlers = useMemo(
    () => ({
      setFavourite: (workspaceId, isFavourite) =>
        void runFavourite(workspaceId, () => setFavourite({ params: { workspaceId }, body: { isFavourite } })),
      setHidden: (workspaceId, isHidden) =>
        void runHidden(workspaceId, () => setHidden({ params: { workspaceId }, body: { isHidden } })),
      setDefault: (workspaceId) => void runDefault(workspaceId, () => setDefault({ params: { workspaceId } })),
    }),
    [runFavourite, runHidden, runDefault, setFavourite, setHidden, setDefault],
  );
  /** The error of the last change of a workspace. */
  const errorOf = (id: string) => favouriteErrors.get(id) ?? hiddenErrors.get(id) ?? defaultErrors.get(id);
  return { actions, errorOf };
}
