import type { PortalSettings } from '@portal/contract';
import { createContext, use } from 'react';

const Context = createContext<PortalSettings | null>(null);

export const SettingsProvider = Context.Provider;

/** The settings of this deployment, from `/config.json`. */
export function useSettings(): PortalSettings {
  const settings = use(Context);
  if (!settings) throw new Error('The settings are not loaded');
  return settings;
}
