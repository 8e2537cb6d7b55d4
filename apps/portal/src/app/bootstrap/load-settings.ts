import { PortalSettings } from '@portal/contract';

/** `/config.json` exists but is invalid. An operator must correct it. */
export class InvalidConfigError extends Error {
  override readonly name = 'InvalidConfigError';
}

/** Loads `/config.json`, which each deployment provides, so that all use the same build. */
export async function loadSettings(): Promise<PortalSettings> {
  const response = await fetch('/config.json', { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`/config.json returned ${response.status}`);
  const text = await response.text();
  try {
    return PortalSettings.parse(JSON.parse(text));
  } catch (cause) {
    throw new InvalidConfigError('/config.json is invalid', { cause });
  }
}
