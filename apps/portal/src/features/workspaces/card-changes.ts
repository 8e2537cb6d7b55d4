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
  const { failures, run } = useChangesById();
  const changes: CardChanges = useMemo(
    () => ({
      setFavourite: (workspaceId, isFavourite) =>
        void run(workspaceId, () => setFavourite({ params: { workspaceId }, body: { isFavourite } })),
      setHidden: (workspaceId, isHidden) =>
        void run(workspaceId, () => setHidden({ params: { workspaceId }, body: { isHidden } })),
      setDefault: (workspaceId) => void run(workspaceId, () => setDefault({ params: { workspaceId } })),
    }),
    [run, setFavourite, setHidden, setDefault],
  );
  return { changes, failures };
}
