import { adminCalls, auditCalls, AuditExportQuery, ulidPattern, type Call } from '@portal/contract';
import { formSchema } from '../../../components/form/form-schema.ts';
import { endOfDay, startOfDay } from '../../../lib/local-days.ts';

/** The filters, as in the form and in the URL. */
export interface FilterValues {
  /** Email or user ID. */
  who: string;
  /** Email or user ID. */
  target: string;
  workspace: string;
  actions: string[];
  /** `actions`, `reads` for those by staff, or `any` for both. */
  kind: string;
  credential: string;
  /** Local days, such as 2024-08-14. */
  from: string;
  to: string;
}

export const anyValue = 'any';

const textFilters = ['who', 'target', 'workspace', 'kind', 'credential', 'from', 'to'] as const;

/** Staff read much more than they change, so the reads are hidden. */
const defaults = { who: '', target: '', workspace: '', kind: 'actions', credential: anyValue, from: '', to: '' };

export function filtersFromSearch(search: URLSearchParams): FilterValues {
  const texts = Object.fromEntries(
    textFilters.map((name) => [name, search.get(name) ?? defaults[name]]),
  ) as typeof defaults;
  const kind = texts.kind === 'reads' || texts.kind === anyValue ? texts.kind : defaults.kind;
  return { ...texts, kind, actions: search.get('actions')?.split(',') ?? [] };
}

const staffCalls: Readonly<Record<string, Pick<Call, 'method'>>> = { ...adminCalls, ...auditCalls };

/** Whether the entries of an action are of a kind: `actions`, `reads` or `any`. */
export const isOfKind = (action: string, kind: string) =>
  kind === anyValue || (kind === 'reads') === (staffCalls[action]?.method === 'GET');

/** The query parameters of the filters. Defaults are left out. */
export function filtersToSearch(values: Partial<FilterValues>): Record<string, string> {
  const texts = textFilters.flatMap((name) => {
    const text = values[name]?.trim() ?? '';
    return text === '' || text === defaults[name] ? [] : [[name, text]];
  });
  const actions = values.actions?.length ? { actions: values.actions.join(',') } : {};
  return { ...(Object.fromEntries(texts) as Record<string, string>), ...actions };
}

const userFilter = (text: string, email: string, id: string) =>
  text.includes('@') ? { [email]: text } : { [id]: text.trim().toUpperCase() };

const formFields: Readonly<Record<string, keyof FilterValues>> = {
  actorEmail: 'who',
  actorUserId: 'who',
  subjectEmail: 'target',
  subjectUserId: 'target',
  workspaceId: 'workspace',
  action: 'actions',
};

type Input = { readonly [Name in keyof FilterValues]?: FilterValues[Name] | null };

const isId = (text: string) => ulidPattern.test(text.trim());
const isEmailOrId = (text: string) => text.includes('@') || isId(text);

const formatRules = [
  { name: 'who', isValid: isEmailOrId, message: 'Enter an email or a user ID' },
  { name: 'target', isValid: isEmailOrId, message: 'Enter an email or a user ID' },
  { name: 'workspace', isValid: isId, message: 'Enter a workspace ID' },
] as const;

/** A malformed email or ID is an error, not an empty result. */
const formatIssues = (values: Input) =>
  formatRules.flatMap(({ name, isValid, message }) => {
    const text = values[name];
    return text && !isValid(text) ? [{ path: [name], message }] : [];
  });

/** Converts the filters to the query of the API. */
export const auditFilterSchema = formSchema(AuditExportQuery, {
  toBody: ({ who, target, workspace, actions, kind, credential, from, to }: Input) => ({
    ...(who && userFilter(who, 'actorEmail', 'actorUserId')),
    ...(target && userFilter(target, 'subjectEmail', 'subjectUserId')),
    ...(workspace && { workspaceId: workspace.trim().toUpperCase() }),
    ...(actions?.length && { action: actions.join(',') }),
    ...(kind && kind !== anyValue && { kind }),
    ...(credential && credential !== anyValue && { credential }),
    ...(from && { from: startOfDay(from) }),
    ...(to && { to: endOfDay(to) }),
  }),
  extraIssues: formatIssues,
  toFieldPath: ([name]) => [formFields[String(name)] ?? String(name)],
});
