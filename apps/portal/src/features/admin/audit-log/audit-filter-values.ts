import { AuditSelection, ulidPattern } from '@portal/contract';
import { formSchema } from '../../../forms/form-schema.ts';

/** The filters as they stand in the form and in the address. */
export interface FilterValues {
  /** An address or an id. */
  who: string;
  whom: string;
  workspace: string;
  actions: string[];
  kind: string;
  credential: string;
  /** Days of the reader's own time zone. */
  from: string;
  to: string;
}

export const anything = 'any';

const names = ['who', 'whom', 'workspace', 'kind', 'credential', 'from', 'to'] as const;
const unless = { who: '', whom: '', workspace: '', kind: anything, credential: anything, from: '', to: '' };

/** What an address asks for. */
export function valuesIn(search: URLSearchParams): FilterValues {
  const texts = Object.fromEntries(names.map((name) => [name, search.get(name) ?? unless[name]])) as typeof unless;
  return { ...texts, actions: search.get('actions')?.split(',') ?? [] };
}

/** The same as an address; what narrows nothing is not in it. */
export function searchOf(values: Partial<FilterValues>): Record<string, string> {
  const texts = names.flatMap((name) => {
    const text = values[name]?.trim() ?? '';
    return text === '' || text === unless[name] ? [] : [[name, text]];
  });
  const actions = values.actions?.length ? { actions: values.actions.join(',') } : {};
  return { ...(Object.fromEntries(texts) as Record<string, string>), ...actions };
}

/** Midnight of a day of the reader's time zone, so many days later; what is no day stays as it is. */
function midnight(day: string, daysLater: number): Date | null {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && new Date(Date.UTC(year, month - 1, date)).getUTCDate() === date;
  return isDay ? new Date(year, month - 1, date + daysLater) : null;
}

const beginOf = (day: string) => midnight(day, 0)?.toISOString() ?? day;

function endOf(day: string): string {
  const next = midnight(day, 1);
  return next ? new Date(next.getTime() - 1).toISOString() : day;
}

const personOf = (text: string, email: string, id: string) =>
  text.includes('@') ? { [email]: text } : { [id]: text.trim().toUpperCase() };

const fields: Readonly<Record<string, keyof FilterValues>> = {
  actorEmail: 'who',
  actorUserId: 'who',
  subjectEmail: 'whom',
  subjectUserId: 'whom',
  workspaceId: 'workspace',
  action: 'actions',
};

type Given = { readonly [Name in keyof FilterValues]?: FilterValues[Name] | null };

const isId = (text: string) => ulidPattern.test(text.trim());
const isPerson = (text: string) => text.includes('@') || isId(text);

const expected = [
  { name: 'who', is: isPerson, message: 'Enter an email or a user ID' },
  { name: 'whom', is: isPerson, message: 'Enter an email or a user ID' },
  { name: 'workspace', is: isId, message: 'Enter the ID of a workspace' },
] as const;

/** A slip of the pen must not read as if nothing had been done. */
const slipsIn = (given: Given) =>
  expected.flatMap(({ name, is, message }) => {
    const text = given[name];
    return text && !is(text) ? [{ path: [name], message }] : [];
  });

/** The filters as the API takes them; what is wrong shows at the field of the form. */
export const Selection = formSchema(AuditSelection, {
  bodyOf: ({ who, whom, workspace, actions, kind, credential, from, to }: Given) => ({
    ...(who && personOf(who, 'actorEmail', 'actorUserId')),
    ...(whom && personOf(whom, 'subjectEmail', 'subjectUserId')),
    ...(workspace && { workspaceId: workspace.trim().toUpperCase() }),
    ...(actions?.length && { action: actions.join(',') }),
    ...(kind && kind !== anything && { kind }),
    ...(credential && credential !== anything && { credential }),
    ...(from && { from: beginOf(from) }),
    ...(to && { to: endOf(to) }),
  }),
  issuesOf: slipsIn,
  fieldOf: ([name]) => [fields[String(name)] ?? String(name)],
});
