import { PortalSettings } from '@portal/contract';
import { takeEarlyRequest } from '../../api/http/early-requests.ts';

/** `/config.json` exists but is invalid. An operator must correct it. */
export class InvalidConfigError extends Error {
  override readonly name = 'InvalidConfigError';
}

/** Loads `/config.json`, which each deployment provides, so that all use the same build. */
export async function loadSettings(): Promise<PortalSettings> {
  const early = takeEarlyRequest('/config.json');
  const response = await (early?.response ?? fetch('/config.json', { credentials: 'same-origin' }));
  if (!response.ok) throw new Error(`/config.json returned ${response.status}`);
  const text = await response.text();
  try {
    return PortalSettings.parse(JSON.parse(text));
  } catch (cause) {
    throw new InvalidConfigError('/config.json is invalid', { cause });
  }
}
