import type { HaFault } from './faults.ts';

interface Abilities {
  /** Whether machines can be cut off from the network. */
  readonly canCut: boolean;
  readonly hasProxy: boolean;
}

/** Why a fault cannot be run here; null if it can. */
export function reasonToSkip({ needsNetwork, needsProxy }: HaFault, { canCut, hasProxy }: Abilities): string | null {
  if (needsNetwork === true && !canCut) return 'network namespaces are not available';
  if (needsProxy === true && !hasProxy) return 'it needs --proxy';
  return null;
}

/** What makes a run fail that skipped faults: those faults, unless they are allowed to be missing, and that no fault was run. */
export function violationsOfSkipping(skipped: readonly string[], runCount: number, isAllowed: boolean): string[] {
  return [...(isAllowed ? [] : skipped), ...(runCount === 0 ? ['no fault was run'] : [])];
}
