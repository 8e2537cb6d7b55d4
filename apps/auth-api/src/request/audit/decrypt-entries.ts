import type { DbContext } from '../../platform/db/transaction.ts';
import type { AuditEntry } from '../../generated/prisma/client.ts';
import { findKeys } from './personal-keys.queries.ts';
import { decryptText, keyIdOf } from './personal-values.ts';

/** The columns of an entry that can have encrypted values. */
type EncryptedColumns = Pick<AuditEntry, 'id' | 'ip' | 'userAgent' | 'details'>;

export interface Decrypted {
  /** The values that cannot be decrypted anymore, which are null: `ip`, `userAgent`, `details.owner.from`. */
  readonly erased: readonly string[];
}

/** Decrypts the personal values of entries. */
export async function decryptEntries<Entry extends EncryptedColumns>(
  entries: readonly Entry[],
  context: DbContext,
): Promise<(Entry & Decrypted)[]> {
  const keyIds = new Set<string>();
  for (const { ip, userAgent, details } of entries) {
    mapTexts({ ip, userAgent, details }, '', (text) => {
      const keyId = keyIdOf(text);
      if (keyId) keyIds.add(keyId);
      return text;
    });
  }
  const keys = new Map((await findKeys([...keyIds], context)).map(({ id, key }) => [id, key]));
  return entries.map((entry) => {
    const { id, ip, userAgent, details } = entry;
    const erased: string[] = [];
    const decrypted = mapTexts({ ip, userAgent, details }, '', (text, path) => {
      const keyId = keyIdOf(text);
      if (keyId === undefined) return text;
      const key = keyId === null ? undefined : keys.get(keyId);
      if (key) return decryptText(text, key, id);
      erased.push(path);
      return null;
    });
    return { ...entry, ...decrypted, erased };
  });
}

/** Details with null instead of the values that another key than the given one encrypts. */
export const withoutOtherKeys = <Details>(details: Details, ownKeyId: string | undefined): Details =>
  mapTexts(details, '', (text) => {
    const keyId = keyIdOf(text);
    return keyId === undefined || keyId === ownKeyId ? text : null;
  });

/** Maps the texts of a JSON value with their paths. */
function mapTexts<Value>(value: Value, path: string, map: (text: string, path: string) => string | null): Value;
function mapTexts(value: unknown, path: string, map: (text: string, path: string) => string | null): unknown {
  if (typeof value === 'string') return map(value, path);
  if (typeof value !== 'object' || value === null) return value;
  const child = (name: string | number) => (path === '' ? `${name}` : `${path}.${name}`);
  if (Array.isArray(value)) return value.map((item: unknown, index) => mapTexts(item, child(index), map));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, child(name), map)]));
}
