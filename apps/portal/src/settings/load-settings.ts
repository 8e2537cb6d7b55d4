import { PortalSettings } from '@portal/contract';

/** `/config.json` is there, and is not what the portal needs: an operator has to correct it. */
export class InvalidConfigError extends Error {
  override readonly name = 'InvalidConfigError';
}

/** Reads `/config.json`, so that one build serves every deployment. */
export async function loadSettings(): Promise<PortalSettings> {
  const response = await fetch('/config.json', { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`/config.json answers ${response.status}`);
  const text = await response.text();
  try {
    return PortalSettings.parse(JSON.parse(text));
  } catch (cause) {
    throw new InvalidConfigError('/config.json is invalid', { cause });
  }
}
