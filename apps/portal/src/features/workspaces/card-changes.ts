import { useMemo } from 'react';
import { useSetDefaultMutation, useSetFavouriteMutation, useSetHiddenMutation } from '../../api/workspaces.api.ts';
import { useChangesById } from '../../requests/changes-by-id.ts';

/** What the cards let a member change for themself. */
export interface CardChanges {
  readonly setFavourite: (workspaceId: string, isFavourite: boolean) => void;
  readonly setHidden: (workspaceId: string, isHidden: boolean) => void;
  readonly setDefault: (workspaceId: string) => void;
}

/** One set of requests for all cards: hundreds of cards with hooks of their own would all look at every answer. */
export function useCardChanges() {
  const [setFavourite] = useSetFavouriteMutation();
  const [setHidden] = useSetHiddenMutation();
  const [setDefault] = useSetDefaultMutation();
  const { failures: unstarred, run: runFavourite } = useChangesById();
  const { failures: unhidden, run: runHidden } = useChangesById();
  const { failures: undefaulted, run: runDefault } = useChangesById();
  const changes: CardChanges = useMemo(
    () => ({
      setFavourite: (workspaceId, isFavourite) =>
        void runFavourite(workspaceId, () => setFavourite({ params: { workspaceId }, body: { isFavourite } })),
      setHidden: (workspaceId, isHidden) =>
        void runHidden(workspaceId, () => setHidden({ params: { workspaceId }, body: { isHidden } })),
      setDefault: (workspaceId) => void runDefault(workspaceId, () => setDefault({ params: { workspaceId } })),
    }),
    [runFavourite, runHidden, runDefault, setFavourite, setHidden, setDefault],
  );
  /** Why the last change of a card was taken back. */
  const failureOf = (id: string) => unstarred.get(id) ?? unhidden.get(id) ?? undefaulted.get(id);
  return { changes, failureOf };
}
