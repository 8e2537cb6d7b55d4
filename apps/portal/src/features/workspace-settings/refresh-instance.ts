import type { Workspace } from '@portal/contract';
import { refreshAuthAddress } from '../../navigation/auth-addresses.ts';
import { useBrowser } from '../../navigation/browser.ts';

/**
 * After a change of who may do what, the instance has to read it again; one on a developer's machine may not be there.
 * Source: specification section 4, "Workspace creation and changes".
 */
export function useRefreshInstance({ id, instanceUrl, instanceEnvType }: Workspace) {
  const { assign } = useBrowser();
  return () => {
    if (instanceEnvType !== 'LOCAL') assign(refreshAuthAddress(instanceUrl, id));
  };
}
