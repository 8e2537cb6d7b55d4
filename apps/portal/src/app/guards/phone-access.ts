import { patterns, type RouteName } from '../../lib/paths.ts';

/**
 * The pages that phones show: an invitation, the approval of a device, and every page that can be on the way to them. Security emails are
 * read on phones, too, and sessions could be ended there on the profile.
 */
const phoneRoutes: readonly RouteName[] = [
  'invitation',
  'device',
  'login',
  'signup',
  'login-success',
  'logout',
  'logout-success',
  'legal',
  'review-legal',
  'print-legal',
  'profile',
  'security',
  'quarantine-notice',
  'suspension-notice',
];

const firstSegment = (path: string) => path.split('/')[1] ?? '';

// The root path redirects to the login.
const phoneSegments = ['', ...phoneRoutes.map((route) => firstSegment(patterns[route]))];

/** Whether phones and tablets show the page at a path. For other pages they show that a desktop computer is required. */
export const isOpenOnPhones = (pathname: string) => phoneSegments.includes(firstSegment(pathname));
