import type { DbContext } from '../../platform/db/transaction.ts';
import { getOrCreateKeys } from './personal-keys.queries.ts';
import type { PersonalKey } from '../account/actor.ts';
import { encryptText, erasedValue, PersonalValue, type KeyOwner } from './personal-values.ts';
import type { Principal } from '../account/actor.ts';

/** A value of the details. Personal values are marked with `personalTo` or `personalToAddress`. */
export type AuditDetail =
  | string
  | number
  | boolean
  | null
  | undefined
  | PersonalValue<unknown>
  | readonly AuditDetail[]
  | { readonly [name: string]: AuditDetail };

export type AuditDetails = Readonly<Record<string, AuditDetail>>;

/** An entry before its personal values are encrypted. */
interface PlainEntry {
  readonly id: string;
  readonly actor: Principal | null;
  readonly actorKey?: PersonalKey | null;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly details: AuditDetails | undefined;
}

interface EncryptedValues {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly details: unknown;
}

/**
 * Encrypts the personal values of entries. Reads the keys that no entry has, and creates those that do not exist. Without a key, a value is
 * stored as erased.
 */
export async function encryptEntries<Entry extends PlainEntry>(
  entries: readonly Entry[],
  context: DbContext,
): Promise<(Omit<Entry, keyof EncryptedValues> & EncryptedValues)[]> {
  const owners: KeyOwner[] = [];
  for (const entry of entries) {
    mapPersonalTexts(entry, (text, owner) => {
      owners.push(owner);
      return text;
    });
  }
  const known = new Map(entries.flatMap(({ actor, actorKey }) => (actor && actorKey ? [[idOf(actor), actorKey]] : [])));
  const unknown = owners.filter((owner) => !known.has(idOf(owner)));
  const keys = new Map([...known, ...(await loadKeys(unknown, context))]);
  return entries.map((entry) => ({
    ...entry,
    ...mapPersonalTexts(entry, (text, owner) => {
      const key = keys.get(idOf(owner));
      return key ? encryptText(text, key, entry.id) : erasedValue;
    }),
  }));
}

type MapText = (text: string, owner: KeyOwner) => string;

function mapPersonalTexts({ actor, ip, userAgent, details }: PlainEntry, map: MapText): EncryptedValues {
  return {
    ip: ip === null ? null : mapText(ip, actor, map),
    userAgent: userAgent === null ? null : mapText(userAgent, actor, map),
    details: details && mapValue(details, null, actor, map),
  };
}

/** A text of no one has no key. */
const mapText = (text: string, owner: KeyOwner | null, map: MapText) =>
  owner === null ? erasedValue : map(text, owner);

/** Words, lists of words, ids, scopes of the API and timestamps. */
const impersonalText = /^(?:[\w,-]*|[a-z]+:[a-z]+|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z(?:_\w+)?)$/;

/**
 * Maps the texts of personal values. A text without a mark counts as one of the actor, unless it is a word, an id or a timestamp. So a
 * forgotten mark stores no address, and no text of several words, as plain text.
 */
function mapValue(value: unknown, owner: KeyOwner | null, actor: KeyOwner | null, map: MapText): unknown {
  if (value instanceof PersonalValue) return mapValue(value.value, value.owner, actor, map);
  if (typeof value === 'string') {
    return owner === null && impersonalText.test(value) ? value : mapText(value, owner ?? actor, map);
  }
  if (Array.isArray(value)) return value.map((item: unknown) => mapValue(item, owner, actor, map));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapValue(item, owner, actor, map)]));
}

async function loadKeys(owners: readonly KeyOwner[], context: DbContext): Promise<ReadonlyMap<string, PersonalKey>> {
  if (owners.length === 0) return new Map();
  const userIds = owners.flatMap((owner) => ('userId' in owner ? [owner.userId] : []));
  const serviceAccountIds = owners.flatMap((owner) => ('serviceAccountId' in owner ? [owner.serviceAccountId] : []));
  const addressHashes = owners.flatMap((owner) => ('addressHash' in owner ? [owner.addressHash] : []));
  const keys = await getOrCreateKeys(
    {
      userIds: [...new Set(userIds)],
      serviceAccountIds: [...new Set(serviceAccountIds)],
      addressHashes: [...new Set(addressHashes)],
    },
    context,
  );
  return new Map(keys.map(({ ownerId, ...key }) => [ownerId, key]));
}

function idOf(owner: KeyOwner): string {
  if ('userId' in owner) return owner.userId;
  return 'serviceAccountId' in owner ? owner.serviceAccountId : owner.addressHash;
}
