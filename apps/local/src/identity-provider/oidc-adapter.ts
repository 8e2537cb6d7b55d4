import { join } from 'node:path';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import * as z from 'zod';
import { Journal } from '../stand-in/journal.ts';

const Payload = z.custom<AdapterPayload>((value) => typeof value === 'object' && value !== null);
const Record = z.object({ model: z.string(), payload: Payload, expiresAt: z.number().nullable() });
type Record = z.infer<typeof Record>;

/** What oidc-provider keeps, and what else can be done with it. */
export interface OidcRecords {
  readonly adapter: AdapterFactory;
  /** Moves the logins of an account back in time; answers how many there were. */
  readonly moveLoginsBack: (accountId: string, seconds: number) => number;
}

/** Keeps sessions, codes and tokens of oidc-provider in one journal. */
export function oidcRecords(folder: string): OidcRecords {
  const records = new Journal<Record>(join(folder, 'sessions.jsonl'), Record);
  for (const [key, record] of records.entries()) if (isOver(record)) records.delete(key);

  const live = (key: string) => {
    const record = records.get(key);
    if (record && isOver(record)) records.delete(key);
    return records.get(key)?.payload;
  };

  const moveLoginsBack = (accountId: string, seconds: number) => {
    const logins = records
      .entries()
      .filter(([, { model, payload }]) => model === 'Session' && payload.accountId === accountId);
    for (const [key, record] of logins) {
      const loginTs = Number(record.payload.loginTs) - seconds;
      records.set(key, { ...record, payload: { ...record.payload, loginTs } });
    }
    return logins.length;
  };

  const adapter = (model: string): Adapter => {
    const key = (id: string) => `${model}:${id}`;
    const first = (fits: (payload: AdapterPayload) => boolean) =>
      records.values().find((record) => record.model === model && !isOver(record) && fits(record.payload))?.payload;
    return {
      find: async (id) => Promise.resolve(live(key(id))),
      findByUid: async (uid) => Promise.resolve(first((payload) => payload.uid === uid)),
      findByUserCode: async (userCode) => Promise.resolve(first((payload) => payload.userCode === userCode)),
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
        for (const [stored, { payload }] of records.entries()) {
          if (payload.grantId === grantId && !stored.startsWith('Interaction:')) records.delete(stored);
        }
        return Promise.resolve();
      },
    };
  };
  return { adapter, moveLoginsBack };
}

function isOver({ expiresAt }: Record): boolean {
  return expiresAt !== null && expiresAt < Date.now();
}
