import { join } from 'node:path';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import * as z from 'zod';
import { Journal } from '../emulator/journal.ts';

const Payload = z.custom<AdapterPayload>((value) => typeof value === 'object' && value !== null);
const Record = z.object({ model: z.string(), payload: Payload, expiresAt: z.number().nullable() });
type Record = z.infer<typeof Record>;

/** The records of oidc-provider, with a helper for tests. */
export interface OidcRecords {
  readonly adapter: AdapterFactory;
  /** Deletes the logins, codes and tokens of an account. Returns the ids by which the application knows the logins. */
  readonly endLogins: (accountId: string, clientId: string) => string[];
  /** Moves the logins of an account back in time. Returns how many there were. */
  readonly backdateLogins: (accountId: string, seconds: number) => number;
}

/** Persists the sessions, codes and tokens of oidc-provider in one journal. */
export function createOidcRecords(folder: string): OidcRecords {
  const records = new Journal<Record>(join(folder, 'sessions.jsonl'), Record);
  for (const [key, record] of records.entries()) if (isExpired(record)) records.delete(key);

  const getActive = (key: string) => {
    const record = records.get(key);
    if (record && isExpired(record)) records.delete(key);
    return records.get(key)?.payload;
  };

  const backdateLogins = (accountId: string, seconds: number) => {
    const logins = records
      .entries()
      .filter(([, { model, payload }]) => model === 'Session' && payload.accountId === accountId);
    for (const [key, record] of logins) {
      const loginTs = Number(record.payload.loginTs) - seconds;
      records.set(key, { ...record, payload: { ...record.payload, loginTs } });
    }
    return logins.length;
  };

  const endLogins = (accountId: string, clientId: string) => {
    const ofAccount = records.entries().filter(([, { payload }]) => payload.accountId === accountId);
    for (const [key] of ofAccount) records.delete(key);
    return ofAccount.flatMap(([, { model, payload }]) =>
      model === 'Session' ? (payload.authorizations?.[clientId]?.sid ?? []) : [],
    );
  };

  const adapter = (model: string): Adapter => {
    const key = (id: string) => `${model}:${id}`;
    const findFirst = (matches: (payload: AdapterPayload) => boolean) =>
      records.values().find((record) => record.model === model && !isExpired(record) && matches(record.payload))
        ?.payload;
    return {
      find: async (id) => Promise.resolve(getActive(key(id))),
      findByUid: async (uid) => Promise.resolve(findFirst((payload) => payload.uid === uid)),
      findByUserCode: async (userCode) => Promise.resolve(findFirst((payload) => payload.userCode === userCode)),
      upsert: async (id, payload, expiresIn) => {
        const expiresAt = expiresIn === undefined ? null : Date.now() + expiresIn * 1000;
        records.set(key(id), { model, payload, expiresAt });
        return Promise.resolve();
      },
      consume: async (id) => {
        const record = records.get(key(id));
        if (record) {
          const consumed = Math.floor(Date.now() / 1000);
          records.set(key(id), { ...record, payload: { ...record.payload, consumed } });
        }
        return Promise.resolve();
      },
      destroy: async (id) => {
        records.delete(key(id));
        return Promise.resolve();
      },
      revokeByGrantId: async (grantId) => {
        for (const [storedKey, { payload }] of records.entries()) {
          if (payload.grantId === grantId && !storedKey.startsWith('Interaction:')) records.delete(storedKey);
        }
        return Promise.resolve();
      },
    };
  };
  return { adapter, endLogins, backdateLogins };
}

function isExpired({ expiresAt }: Record): boolean {
  return expiresAt !== null && expiresAt < Date.now();
}
