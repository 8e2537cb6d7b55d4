import type { initialIcons } from './initial-icons.ts';
import type { deferredIcons } from './deferred-icons.ts';
import type { OnDemandIconName } from './on-demand-icons.ts';

export type IconName = keyof typeof initialIcons | keyof typeof deferredIcons | OnDemandIconName;
