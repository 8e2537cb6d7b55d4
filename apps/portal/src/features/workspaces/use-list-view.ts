import { useEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router';
import { useUser } from '../../api/session.api.ts';
import { saveListQuery, sharedStorage } from '../../lib/storage.ts';
import { filters, sortOrders, type Filter, type SortOrder } from './list-view.ts';

export type Layout = 'cards' | 'rows';

/** The layout that the user chose last, for a URL without one. */
const layoutKey = 'SI:WORKSPACE-LAYOUT';

/** What the list shows and how. */
export interface ListView {
  readonly search: string;
  readonly filter: Filter;
  readonly order: SortOrder;
  readonly layout: Layout;
  readonly includeHidden: boolean;
}

const isKeyOf = <T extends object>(options: T, key: string | null): key is string & keyof T =>
  key !== null && Object.hasOwn(options, key);

function readView(params: URLSearchParams): ListView {
  const [filter, order] = [params.get('show'), params.get('sort')];
  return {
    search: params.get('q') ?? '',
    filter: isKeyOf(filters, filter) ? filter : 'all',
    order: isKeyOf(sortOrders, order) ? order : 'default',
    layout: (params.get('view') ?? sharedStorage.read(layoutKey)) === 'rows' ? 'rows' : 'cards',
    includeHidden: params.get('hidden') === '1',
  };
}

/** Only what differs from the default view is in the URL. */
function writeView(view: ListView): URLSearchParams {
  const params = new URLSearchParams();
  if (view.search !== '') params.set('q', view.search);
  if (view.filter !== 'all') params.set('show', view.filter);
  if (view.order !== 'default') params.set('sort', view.order);
  if (view.layout !== 'cards') params.set('view', view.layout);
  if (view.includeHidden) params.set('hidden', '1');
  return params;
}

/**
 * The view of the list. It is in the URL, so that it can be reloaded, bookmarked and returned to, and it replaces the history
 * entry, so that the back button leaves the page. `searchBoxKey` changes when the search box must show another text.
 */
export function useListView() {
  const [params, setParams] = useSearchParams();
  const { key, search: query } = useLocation();
  const { id: userId } = useUser();
  useEffect(() => saveListQuery(userId, query), [userId, query]);
  const navigationType = useNavigationType();
  const [view, setView] = useState(() => readView(params));
  const [searchBoxKey, setSearchBoxKey] = useState(0);
  const [lastKey, setLastKey] = useState(key);
  if (key !== lastKey) {
    setLastKey(key);
    // A link or the back button, not a change of this page.
    if (navigationType !== NavigationType.Replace) {
      setView(readView(params));
      setSearchBoxKey(searchBoxKey + 1);
    }
  }
  const change = (changes: Partial<ListView>) => {
    const next = { ...view, ...changes };
    setView(next);
    if (changes.layout) sharedStorage.write(layoutKey, changes.layout);
    setParams(writeView(next), { replace: true, preventScrollReset: true });
  };
  return {
    view,
    change,
    /** Ends the search and the filter. */
    showAll: () => {
      change({ search: '', filter: 'all' });
      setSearchBoxKey(searchBoxKey + 1);
    },
    searchBoxKey,
  };
}
