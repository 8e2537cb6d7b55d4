import type { Workspace } from '@portal/contract';
import type { Notice } from '@portal/ui';
import { useCallback, useMemo, useState } from 'react';
import { useMutationsById } from '../../api/cache/use-mutations-by-id.ts';
import { useSetDefaultMutation, useSetFavouriteMutation, useSetHiddenMutation } from '../../api/workspaces.api.ts';

/** The preferences of a member that the cards change. */
export interface CardActionHandlers {
  readonly setFavourite: (workspace: Workspace, isFavourite: boolean) => void;
  readonly setHidden: (workspace: Workspace, isHidden: boolean) => void;
  readonly setDefault: (workspace: Workspace) => void;
}

/** A change of a card. A favourite and a hidden workspace can be undone. */
interface CardChange {
  readonly workspace: Workspace;
  readonly kind: 'favourite' | 'hidden' | 'default';
  readonly value: boolean;
}

/** The last change, and whether it undid another one. */
interface LastChange extends CardChange {
  readonly id: number;
  readonly isUndo: boolean;
}

/** What the user has chosen for a workspace, until it is saved. */
type ClickedStar = Readonly<Pick<Workspace, 'isFavourite'>>;

/** Removes the star of a click, unless a later click has replaced it. */
function withoutStar(stars: ReadonlyMap<string, ClickedStar>, id: string, star: ClickedStar): typeof stars {
  if (stars.get(id) !== star) return stars;
  const rest = new Map(stars);
  rest.delete(id);
  return rest;
}

/** What the page says about the last change, and how to undo it. */
interface ChangeNotice extends Notice {
  /** Missing if the change undid another one, or cannot be undone. */
  readonly undo: (() => void) | undefined;
  readonly workspaceId: string;
}

/** The title of the error of a change. */
function describeFailure({ workspace: { displayName }, kind }: CardChange): string {
  const property = { favourite: 'The star', hidden: 'The visibility', default: 'The default' }[kind];
  return `${property} of “${displayName}” was not changed`;
}

function describeChange({ workspace: { displayName }, kind, value }: CardChange): string {
  const state = { favourite: 'a favourite', hidden: 'hidden', default: 'your default workspace' }[kind];
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
  const [clickedStars, setClickedStars] = useState<ReadonlyMap<string, ClickedStar>>(new Map());
  const change = useCallback(
    (next: CardChange, isUndo = false) => {
      const { kind, value } = next;
      const workspaceId = next.workspace.id;
      const params = { workspaceId };
      // The card changes when the request is sent, which may be after an earlier one.
      const announce = () => setLastChange((previous) => ({ ...next, isUndo, id: (previous?.id ?? 0) + 1 }));
      if (kind === 'hidden') {
        void runHidden(workspaceId, () => {
          announce();
          return setHidden({ params, body: { isHidden: value } });
        });
      } else if (kind === 'default') {
        void runDefault(workspaceId, () => {
          announce();
          return setDefault({ params });
        });
      } else {
        const star: ClickedStar = { isFavourite: value };
        setClickedStars((stars) => new Map(stars).set(workspaceId, star));
        const saved = runFavourite(workspaceId, () => {
          announce();
          return setFavourite({ params, body: star });
        });
        void saved.then(() => setClickedStars((stars) => withoutStar(stars, workspaceId, star)));
      }
    },
    [runFavourite, runHidden, runDefault, setFavourite, setHidden, setDefault],
  );
  const actions: CardActionHandlers = useMemo(
    () => ({
      setFavourite: (workspace, value) => change({ workspace, kind: 'favourite', value }),
      setHidden: (workspace, value) => change({ workspace, kind: 'hidden', value }),
      setDefault: (workspace) => change({ workspace, kind: 'default', value: true }),
    }),
    [change],
  );
  /** The workspace as its card shows it: the star follows each click at once. */
  const toShown = (workspace: Workspace): Workspace => {
    const star = clickedStars.get(workspace.id);
    return star === undefined || star.isFavourite === workspace.isFavourite ? workspace : { ...workspace, ...star };
  };
  /** The error of the last change of a workspace. */
  const errorOf = (id: string) => favouriteErrors.get(id) ?? hiddenErrors.get(id) ?? defaultErrors.get(id);
  const forgetChange = useCallback(() => setLastChange(undefined), []);
  const error = lastChange && errorOf(lastChange.workspace.id);
  // After a failed change, the page shows its error.
  const shown = lastChange && error === undefined ? lastChange : undefined;
  const notice: ChangeNotice | undefined = shown && {
    id: shown.id,
    message: describeChange(shown),
    workspaceId: shown.workspace.id,
    undo: shown.isUndo || shown.kind === 'default' ? undefined : () => change({ ...shown, value: !shown.value }, true),
  };
  const failure = error && { error, title: describeFailure(lastChange) };
  return { actions, toShown, errorOf, notice, failure, forgetChange };
}
