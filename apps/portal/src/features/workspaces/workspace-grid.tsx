import type { Workspace } from '@portal/contract';
import { memo, useDeferredValue, useState } from 'react';
import { useCardChanges } from './card-changes.ts';
import { CreateTile } from './create-tile.tsx';
import { MoreCards, type MoreCardsProps } from './more-cards.tsx';
import { NothingListed, type NothingListedProps } from './nothing-listed.tsx';
import { WorkspaceCard } from './workspace-card.tsx';

export interface WorkspaceGridProps {
  listed: readonly Workspace[];
  sought: string;
  /** The list that the cards come from. */
  list: MoreCardsProps['list'] & { readonly isWhole: boolean };
  /** The workspaces that are not listed, as they are hidden. */
  hidden: readonly Workspace[];
  ways: Pick<NothingListedProps, 'onClearSearch' | 'onShowHidden'>;
}

const foundIn = (listed: readonly Workspace[], sought: string) => {
  const part = sought.trim().toLowerCase();
  return listed.filter(({ displayName }) => displayName.toLowerCase().includes(part));
};

/** As many as a large window shows at first. */
const firstCards = 32;

/** So many cards are no burden; of more lists the rest comes as somebody gets there. */
const manyCards = 500;
const step = 100;

/** The tile that creates one comes first, then those that are sought. */
export const WorkspaceGrid = memo(function WorkspaceGrid({ listed, sought, list, hidden, ways }: WorkspaceGridProps) {
  const { isWhole, nextPageError } = list;
  const { changes, failureOf } = useCardChanges();
  const [most, setMost] = useState(manyCards);
  const [soughtBefore, setSoughtBefore] = useState(sought);
  if (sought !== soughtBefore) {
    setSoughtBefore(sought);
    // To put thousands of cards back at once would hold up the next key.
    setMost(manyCards);
  }
  const found = foundIn(listed, sought);
  // The rest of a long list follows bit by bit, while the page already answers.
  const shown = useDeferredValue(found.slice(0, most), found.slice(0, firstCards));
  const left = found.length - most;
  const nothing = isWhole && found.length === 0;
  const foundHidden = foundIn(hidden, sought).length;
  return (
    <>
      <p role="status" className="sr-only">
        {isWhole &&
          sought.trim() !== '' &&
          `${found.length} of ${listed.length} found${foundHidden > 0 ? `, ${foundHidden} hidden` : ''}`}
      </p>
      <ul className="workspace-grid">
        <li>
          <CreateTile />
        </li>
        {shown.map((workspace) => (
          <li key={workspace.id}>
            <WorkspaceCard workspace={workspace} changes={changes} failure={failureOf(workspace.id)} />
          </li>
        ))}
        {nothing && (
          <li className="sm:col-start-2 sm:-col-end-1">
            <NothingListed
              isEmpty={listed.length + hidden.length === 0}
              sought={sought.trim()}
              hidden={foundHidden}
              {...ways}
            />
          </li>
        )}
      </ul>
      {(left > 0 || !isWhole || nextPageError) && (
        <MoreCards {...{ left, list }} isEmpty={found.length === 0} onMore={() => setMost(most + step)} />
      )}
    </>
  );
});
