import { CommandPalette } from '@portal/ui/command-palette';
import { useCallback, useMemo, useState } from 'react';
import { useMatch } from 'react-router';
import { useFeatureFlag } from '../../api/feature-flags.api.ts';
import { useUser } from '../../api/session.api.ts';
import { useCachedWorkspace } from '../../api/workspace-details.api.ts';
import { useWorkspaces } from '../../api/workspaces.api.ts';
import { recentWorkspaces, type RecentWorkspace } from '../../lib/recent-workspaces.ts';
import { useSettings } from '../../lib/settings-context.ts';
import { useTheme } from '../theme/theme-context.ts';
import { indexEntries, matchEntries, mergeResults } from './match-entries.ts';
import { commandEntries, launchEntry, staffSearchEntry, workspaceEntries } from './palette-entries.tsx';

export interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The command palette. It opens with what is known, and requests the list of workspaces when it opens first. */
export default function Palette({ open, onOpenChange }: PaletteProps) {
  const { id: userId } = useUser();
  const isStaff = useFeatureFlag('auth_portal_admin_page') ?? false;
  const list = useWorkspaces();
  const [query, setQuery] = useState('');
  const [message, setMessage] = useState<string>();
  const copyId = useCallback(({ id, displayName }: RecentWorkspace) => {
    navigator.clipboard.writeText(id).then(
      () => setMessage(`Copied the ID of ${displayName}`),
      () => setMessage('Your browser did not allow copying'),
    );
  }, []);
  const results = useResults(useEntries(userId, list, copyId), query);
  const trimmed = query.trim();
  const loadingText = list.error ? 'Your workspaces could not be loaded' : 'Loading workspaces...';
  return (
    <CommandPalette
      label="Search and commands"
      placeholder="Search workspaces, pages and commands"
      open={open}
      onOpenChange={(isOpen) => {
        // Opened again before it has closed.
        if (isOpen) {
          setMessage(undefined);
          setQuery('');
        }
        onOpenChange(isOpen);
      }}
      query={query}
      onQueryChange={(text) => {
        setMessage(undefined);
        setQuery(text);
      }}
      items={isStaff && trimmed !== '' ? [...results, staffSearchEntry(trimmed)] : results}
      emptyText={list.isComplete ? `Nothing matches “${trimmed}”` : loadingText}
      status={message ?? (list.isComplete ? undefined : loadingText)}
    />
  );
}

/** All that the palette can find: what belongs to the workspace of the page, then the recent workspaces, commands and the rest. */
function useEntries(
  userId: string,
  { rows, isComplete }: Pick<ReturnType<typeof useWorkspaces>, 'rows' | 'isComplete'>,
  copyId: (workspace: RecentWorkspace) => void,
) {
  const settings = useSettings();
  const { choose } = useTheme();
  const current = useCachedWorkspace(useMatch('/workspace/:workspaceId/*')?.params.workspaceId);
  const [stored] = useState(() => recentWorkspaces(userId));
  return useMemo(() => {
    const others = (rows ?? []).filter(({ id }) => id !== current?.id);
    const ids = new Set(rows?.map(({ id }) => id));
    // Others were deleted, or the user left them.
    const recent = isComplete ? stored.filter(({ id }) => ids.has(id)) : stored;
    const recentIds = new Set(recent.map(({ id }) => id));
    return indexEntries([
      ...(current ? [launchEntry(current), ...workspaceEntries(current, { copyId, isCurrent: true })] : []),
      ...recent.filter(({ id }) => id !== current?.id).map(launchEntry),
      ...commandEntries(settings, { choose }),
      ...others.filter(({ id }) => !recentIds.has(id)).map(launchEntry),
      ...others.flatMap((workspace) => workspaceEntries(workspace, { copyId, isCurrent: false })),
    ]);
  }, [rows, isComplete, current, stored, settings, choose, copyId]);
}

/** The matches of a query. While it stays the same, more workspaces move no row. */
function useResults(index: ReturnType<typeof indexEntries>, query: string) {
  const matches = useMemo(() => matchEntries(index, query), [index, query]);
  const [shown, setShown] = useState({ query, matches, results: matches });
  if (shown.matches === matches) return shown.results;
  const results = shown.query === query ? mergeResults(shown.results, matches) : matches;
  setShown({ query, matches, results });
  return results;
}
