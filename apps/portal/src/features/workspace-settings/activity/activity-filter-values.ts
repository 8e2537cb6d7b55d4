import { activityGroups, WorkspaceAuditExportQuery, type ActivityGroup } from '@portal/contract';
import { formSchema } from '../../../components/form/form-schema.ts';
import { endOfDay, startOfDay } from '../../../lib/local-days.ts';

/** The filters, as in the form and in the URL. */
export interface FilterValues {
  /** `user-` or `service-account-` with an id; empty for everyone. */
  who: string;
  /** A group of actions; empty for all. */
  what: string;
  /** The id of an API token; empty for any, and for none. */
  token: string;
  /** Local days, such as 2024-08-14. */
  from: string;
  to: string;
}

export const filterNames = ['who', 'what', 'token', 'from', 'to'] as const;

export const noFilters: FilterValues = { who: '', what: '', token: '', from: '', to: '' };

export const filtersFromSearch = (search: URLSearchParams): FilterValues => ({
  ...noFilters,
  ...Object.fromEntries(filterNames.map((name) => [name, search.get(name) ?? ''])),
});

/** The group that a filter names. Undefined if none has this name. */
export const groupNamed = (what: string): ActivityGroup | undefined => activityGroups.find((group) => group === what);

export const groupLabels: Readonly<Record<ActivityGroup, string>> = {
  members: 'Members and invitations',
  tokens: 'API tokens and service accounts',
  workspace: 'Name, description and approvals',
  ownership: 'Ownership',
  webhooks: 'Webhooks',
  deletion: 'Deletion',
  support: 'Support',
};

/** The query parameters of the filters, without those that are empty. */
export const filtersToSearch = (values: FilterValues): Record<string, string> =>
  Object.fromEntries(filterNames.flatMap((name) => (values[name].trim() === '' ? [] : [[name, values[name].trim()]])));

export const ofUser = (id: string) => `user-${id}`;
export const ofServiceAccount = (id: string) => `service-account-${id}`;

function actorFilter(who: string) {
  const [, kind, id] = /^(user|service-account)-(.*)$/.exec(who) ?? [];
  return kind === 'service-account' ? { actorServiceAccountId: id } : { actorUserId: id ?? who };
}

const formFields: Readonly<Record<string, keyof FilterValues>> = {
  actorUserId: 'who',
  actorServiceAccountId: 'who',
  group: 'what',
  tokenId: 'token',
};

type Input = { readonly [Name in keyof FilterValues]?: FilterValues[Name] | null };

/** Converts the filters to the query of the API. */
export const activityFilterSchema = formSchema(WorkspaceAuditExportQuery, {
  toBody: ({ who, what, token, from, to }: Input) => ({
    ...(who && actorFilter(who)),
    ...(what && groupNamed(what) && { group: what }),
    ...(token && { tokenId: token }),
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: endOfDay(to) }),
  }),
  toFieldPath: ([name]) => [formFields[String(name)] ?? String(name)],
});
