import { limitOf, secretReplaySeconds, type Access, type Call, type TokenKind } from '@portal/contract';
import { isUnnamed } from './declared-problems.ts';

const whoWords: Readonly<Record<Exclude<Access['who'], 'member'>, string>> = {
  anyone: 'Anybody.',
  'signed-in': 'Any person who is signed in.',
  self: 'The person named in the path.',
  staff: 'Staff: a verified e-mail address in the company’s own domain.',
  instance: 'An instance, by its token.',
  webhook: 'Whoever signs the body with the secret of the webhook.',
};
const needWords = { verified: 'Needs a verified e-mail address.', terms: 'Needs the current terms accepted.' };
const tokenWords: Readonly<Record<TokenKind, string>> = { api: 'an API token', instance: 'an instance token' };

/** Who may make a call, in words. */
export function accessWords(access: Access): string {
  if (isUnnamed(access) || access.who === 'instance') return whoWords[access.who];
  const who =
    access.who === 'member' ? `A member of the workspace as ${listOf(access.roles, 'or')}.` : whoWords[access.who];
  const tokens = access.tokens?.map((kind) => tokenWords[kind]) ?? [];
  return [
    who,
    ...access.needs.map((need) => needWords[need]),
    access.openWhile?.length ? `Also while the account is ${listOf(access.openWhile, 'or')}.` : '',
    tokens.length > 0 ? `Also with ${listOf(tokens, 'or')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** How often a call may be made, in words; nothing where that is as often as one likes. */
export function limitWords(call: Call): string {
  const limit = limitOf(call);
  if (!limit) return '';
  const who = limit.per === 'person' ? 'one person' : 'one address of the network';
  const shared = call.limit ? '' : ', together with all changing calls without a limit of their own';
  const setting = limit.setting ? ` (\`${limit.setting}\`)` : '';
  return `At most ${limit.times} times${setting} in ${spanWords(limit.seconds)} for ${who}${shared}.`;
}

/** What becomes of a repeat, in words; nothing where a call changes nothing. */
export function repeatWords(call: Call): string {
  if (call.method === 'GET' || isUnnamed(call.access)) return '';
  return call.secrets
    ? `A retry with the same \`requestUlid\` changes nothing. For ${spanWords(secretReplaySeconds)} it returns ${listOf(
        call.secrets.map((field) => `\`${field}\``),
        'and',
      )} again, which counts against the limit. After that, or if what was created is revoked or expired, it fails with \`SecretNoLongerAvailable\`.`
    : 'A retry with the same `requestUlid` gets the same response and changes nothing; a list in it is the current one.';
}

/** How a list in pages goes on, in words; nothing where a call has none. */
export function pageWords({ paged, result }: Call): string {
  if (!paged) return '';
  const hasNext = 'next' in ((result as { shape?: object } | undefined)?.shape ?? {});
  return hasNext
    ? 'The list comes in pages: pass `next` of a page as `after` to get the following one, until it is null. The `Link` header has the same address.'
    : 'The list comes in pages: while there are more rows, the `Link` header has the address of the following page (`rel="next"`).';
}

function listOf(words: readonly string[], conjunction: 'and' | 'or'): string {
  return new Intl.ListFormat('en-GB', { type: conjunction === 'and' ? 'conjunction' : 'disjunction' }).format(words);
}

function spanWords(seconds: number): string {
  const [count, unit] =
    seconds % 3600 === 0
      ? [seconds / 3600, 'hour']
      : seconds % 60 === 0
        ? [seconds / 60, 'minute']
        : [seconds, 'second'];
  return count === 1 ? `one ${unit}` : `${count} ${unit}s`;
}
