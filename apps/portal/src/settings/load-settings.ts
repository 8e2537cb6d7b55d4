import { PortalSettings } from '@portal/contract';

/** Reads `/config.json`, so that one build serves every deployment. */
export async function loadSettings(): Promise<PortalSettings> {
  const response = await fetch('/config.json', { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`/config.json answers ${response.status}`);
  return PortalSettings.parse(await response.json());
}
