import { calls, type Call } from '@portal/contract';

const callsByName: Readonly<Record<string, Call>> = calls;

/** Where a summary goes on with details. */
const detail = /[;:(]|\. |, (?:and|best|for|if|including|its|newest|oldest|on|or|so|such|unless|up to|which|with)\b/;

/** What a call is for: its summary as plain text, without the details. Null for a name that is not one of a call. */
export function taskOf(name: string): string | null {
  const call = Object.hasOwn(callsByName, name) ? callsByName[name] : undefined;
  return call?.summary.split(detail)[0]?.replaceAll('`', '').trim() ?? null;
}
