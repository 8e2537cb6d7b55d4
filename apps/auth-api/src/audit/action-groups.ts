import { calls } from '@portal/contract';

/** The actions of users. Two are not calls: `claimInvitation`, which a login causes, and `eraseAccount`, which a job completes. */
export const userActions = [
  'claimInvitation',
  'eraseAccount',
  ...Object.entries(calls).flatMap(([name, { access }]) => (access.who === 'staff' ? [] : [name])),
];

/** The read-only calls of staff. */
export const staffReadActions = Object.entries(calls).flatMap(([name, { access, method }]) =>
  access.who === 'staff' && method === 'GET' ? [name] : [],
);

/** Whether an action is one of staff. An unknown action, such as a call that was removed, counts as one: its entry shows less. */
export const isStaffAction = (action: string) => !userActions.includes(action);
