import type { Workspace } from '@portal/contract';
import { useEffect, useRef, useState } from 'react';
import { holdBack, onceNothingIsLost } from '../../navigation/ask-before-leaving.ts';
import { refreshAuthAddress } from '../../navigation/auth-addresses.ts';
import { useBrowser } from '../../navigation/browser.ts';
import { rememberPlace, type ListSeen, type PlaceName } from './place-left.tsx';

export interface InstanceRefresh {
  /** Sends the browser there and back, once nothing is lost by that; they come back to what they saw. */
  readonly refresh: (seen?: ListSeen) => void;
  /** It waits for what is not saved on this page, still under way, or not read yet. */
  readonly waits: boolean;
}

export interface RefreshRules {
  place: PlaceName;
  /** A change is under way: no trip may break it off. */
  isBusy: boolean;
  /** A change failed, which somebody has to read before this trip. */
  hasFailed?: boolean;
}

/** One on a developer's machine may not be there, and is left alone. */
export const learnsOfChanges = ({ instanceEnvType }: Workspace) => instanceEnvType !== 'LOCAL';

/**
 * After a change of who may do what, the instance has to read it again.
 * Source: specification section 4, "Workspace creation and changes".
 */
export function useRefreshInstance(
  workspace: Workspace,
  { place, isBusy, hasFailed = false }: RefreshRules,
): InstanceRefresh {
  const { replace } = useBrowser();
  const underWay = useRef(false);
  const lastSeen = useRef<ListSeen>(undefined);
  const [waits, setWaits] = useState(false);
  const held = isBusy || (waits && hasFailed);
  useEffect(() => (held ? holdBack() : undefined), [held]);
  const goOnce = async () => {
    underWay.current = true;
    setWaits(true);
    await onceNothingIsLost();
    underWay.current = false;
    setWaits(false);
    rememberPlace(workspace.id, place, lastSeen.current);
    // It leads here again: the step back is from this page, and not to it.
    replace(refreshAuthAddress(workspace.instanceUrl, workspace.id));
  };
  return {
    waits,
    refresh: (seen) => {
      lastSeen.current = seen;
      if (learnsOfChanges(workspace) && !underWay.current) void goOnce();
    },
  };
}
