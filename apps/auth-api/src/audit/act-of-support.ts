import { calls } from '@portal/contract';

/** The acts that people do in their own right. */
export const ownActs = [
  'login',
  'logout',
  'claimInvitation',
  ...Object.entries(calls).flatMap(([name, { access }]) => (access.who === 'staff' ? [] : [name])),
];

/** What support only looked at. */
export const readsOfSupport = Object.entries(calls).flatMap(([name, { access, method }]) =>
  access.who === 'staff' && method === 'GET' ? [name] : [],
);

/** Whether an act is one of support. So is one that no call does any more: of what is unknown the least is told. */
export const isActOfSupport = (action: string) => !ownActs.includes(action);
