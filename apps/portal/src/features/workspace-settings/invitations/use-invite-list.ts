import { AssignableRole, Email } from '@portal/contract';
import { useState } from 'react';
import * as z from 'zod/mini';
import { keyOfEntry, mergeEntries, parseEmailList, type ListedRole, type ListEntry } from './parse-emails.ts';

const Entry = z.object({
  text: z.string(),
  dropped: z.readonly(z.array(z.string())),
  times: z.number(),
  isLine: z.boolean(),
});

/** What a pasted list was understood as. */
export const InviteList = z.object({
  entries: z.readonly(z.array(Entry)),
  /** The titles of the tables, which are not used. */
  titles: z.string(),
  role: z.optional(z.union([AssignableRole, z.literal('other')])),
});
export type InviteList = z.infer<typeof InviteList>;

const empty: InviteList = { entries: [], titles: '' };

export const isUnderstood = ({ text }: Pick<ListEntry, 'text'>) => Email.safeParse(text).success;

const toList = (entries: readonly ListEntry[], previous: InviteList): InviteList =>
  entries.length === 0 ? empty : { ...previous, entries };

/** The people to invite, as the preview shows them before anything is sent. */
export function useInviteList() {
  const [list, setList] = useState<InviteList>(empty);
  return {
    list,
    restore: setList,

    /** Adds what a text has, and returns the role of a list that starts with it. */
    add: (text: string): ListedRole => {
      const { entries, titles, role } = parseEmailList(text);
      setList((previous) => {
        const merged = mergeEntries([...previous.entries, ...entries]);
        const allTitles = [previous.titles, titles].filter((part) => part !== '').join('; ');
        // The role is also that of the people who are in the list already.
        return { entries: merged, titles: allTitles, role: previous.entries.length > 0 ? previous.role : role };
      });
      return list.entries.length > 0 ? undefined : role;
    },

    /** Replaces an entry by what its corrected text has. */
    correct: (entry: ListEntry, text: string): void => {
      setList((previous) =>
        toList(
          mergeEntries(previous.entries.flatMap((other) => (other === entry ? parseEmailList(text).entries : [other]))),
          previous,
        ),
      );
    },

    /** Removes entries, which were sent or which the user does not want. */
    remove: (entries: readonly ListEntry[]): void => {
      const keys = new Set(entries.map(keyOfEntry));
      setList((previous) =>
        toList(
          previous.entries.filter((entry) => !keys.has(keyOfEntry(entry))),
          previous,
        ),
      );
    },
  };
}
