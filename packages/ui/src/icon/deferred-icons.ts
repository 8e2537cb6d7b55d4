import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Calendar from 'lucide-react/icons/calendar';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CirclePause from 'lucide-react/icons/circle-pause';
import Copy from 'lucide-react/icons/copy';
import ExternalLink from 'lucide-react/icons/external-link';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import KeyRound from 'lucide-react/icons/key-round';
import LayoutGrid from 'lucide-react/icons/layout-grid';
import List from 'lucide-react/icons/list';
import LogOut from 'lucide-react/icons/log-out';
import Mail from 'lucide-react/icons/mail';
import Monitor from 'lucide-react/icons/monitor';
import Printer from 'lucide-react/icons/printer';
import SearchX from 'lucide-react/icons/search-x';
import Settings from 'lucide-react/icons/settings';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import Trash from 'lucide-react/icons/trash-2';
import UserMinus from 'lucide-react/icons/user-minus';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import discord from 'simple-icons/icons/discord.svg?raw';
import github from 'simple-icons/icons/github.svg?raw';
import type { IconComponent } from './icon-component.ts';
import { createLogoIcon } from './logo-icon.tsx';
import type { OnDemandIconName } from './on-demand-icons.ts';

type DeferredIconName = keyof typeof deferredIcons | OnDemandIconName;

/** The icons of the other pages and components, in one chunk. */
export const deferredIcons = {
  'arrow-left': ArrowLeft,
  'arrow-right': ArrowRight,
  calendar: Calendar,
  'chevron-right': ChevronRight,
  'pause-circle': CirclePause,
  copy: Copy,
  'external-link': ExternalLink,
  eye: Eye,
  'eye-off': EyeOff,
  key: KeyRound,
  'layout-grid': LayoutGrid,
  list: List,
  logout: LogOut,
  mail: Mail,
  monitor: Monitor,
  print: Printer,
  'search-none': SearchX,
  settings: Settings,
  'shield-alert': ShieldAlert,
  trash: Trash,
  'user-minus': UserMinus,
  'user-plus': UserPlus,
  users: Users,
  'logo-discord': createLogoIcon(discord),
  'logo-github': createLogoIcon(github),
} satisfies Record<string, IconComponent>;

/** Returns the deferred icons and those of the on-demand icons that are named. */
export async function importDeferredIcons(
  names: readonly string[],
): Promise<Partial<Record<DeferredIconName, IconComponent>>> {
  if (names.every((name) => name in deferredIcons)) return deferredIcons;
  const { importIcons: importOnDemandIcons } = await import('./on-demand-icons.ts');
  return { ...deferredIcons, ...(await importOnDemandIcons(names)) };
}
