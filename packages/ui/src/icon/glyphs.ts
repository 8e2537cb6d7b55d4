import type { ComponentType, SVGProps } from 'react';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import CirclePause from 'lucide-react/icons/circle-pause';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import ExternalLink from 'lucide-react/icons/external-link';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Info from 'lucide-react/icons/info';
import KeyRound from 'lucide-react/icons/key-round';
import LogOut from 'lucide-react/icons/log-out';
import Mail from 'lucide-react/icons/mail';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Plus from 'lucide-react/icons/plus';
import Printer from 'lucide-react/icons/printer';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Search from 'lucide-react/icons/search';
import SearchX from 'lucide-react/icons/search-x';
import Settings from 'lucide-react/icons/settings';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import Star from 'lucide-react/icons/star';
import Sun from 'lucide-react/icons/sun';
import Trash from 'lucide-react/icons/trash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import User from 'lucide-react/icons/user';
import UserMinus from 'lucide-react/icons/user-minus';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import X from 'lucide-react/icons/x';
import { DiscordGlyph, GithubGlyph, StarFilledGlyph } from './own-glyphs.tsx';

/** Those that the pages use: each one here is part of the first thing that a browser loads. */
export const glyphs = {
  'arrow-left': ArrowLeft,
  'arrow-right': ArrowRight,
  check: Check,
  'chevron-down': ChevronDown,
  'chevron-right': ChevronRight,
  'alert-circle': CircleAlert,
  'check-circle': CircleCheck,
  'pause-circle': CirclePause,
  copy: Copy,
  more: Ellipsis,
  'external-link': ExternalLink,
  eye: Eye,
  'eye-off': EyeOff,
  info: Info,
  key: KeyRound,
  logout: LogOut,
  mail: Mail,
  monitor: Monitor,
  moon: Moon,
  plus: Plus,
  print: Printer,
  refresh: RefreshCw,
  search: Search,
  'search-none': SearchX,
  settings: Settings,
  'shield-alert': ShieldAlert,
  star: Star,
  'star-filled': StarFilledGlyph,
  sun: Sun,
  trash: Trash,
  'alert-triangle': TriangleAlert,
  user: User,
  'user-minus': UserMinus,
  'user-plus': UserPlus,
  users: Users,
  x: X,
  github: GithubGlyph,
  discord: DiscordGlyph,
} satisfies Record<string, ComponentType<SVGProps<SVGSVGElement>>>;

export type IconName = keyof typeof glyphs;
