import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Info from 'lucide-react/icons/info';
import Moon from 'lucide-react/icons/moon';
import Plus from 'lucide-react/icons/plus';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Search from 'lucide-react/icons/search';
import Star from 'lucide-react/icons/star';
import Sun from 'lucide-react/icons/sun';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import User from 'lucide-react/icons/user';
import X from 'lucide-react/icons/x';
import { StarFilledIcon } from './custom-icons.tsx';
import type { IconComponent } from './icon-component.ts';

/** The icons of the first screens and their error states. They are part of the initial bundle. */
export const initialIcons = {
  check: Check,
  'chevron-down': ChevronDown,
  'alert-circle': CircleAlert,
  'check-circle': CircleCheck,
  more: Ellipsis,
  info: Info,
  moon: Moon,
  plus: Plus,
  refresh: RefreshCw,
  search: Search,
  star: Star,
  'star-filled': StarFilledIcon,
  sun: Sun,
  'alert-triangle': TriangleAlert,
  user: User,
  x: X,
} satisfies Record<string, IconComponent>;
