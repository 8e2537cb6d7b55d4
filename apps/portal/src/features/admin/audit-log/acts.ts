import type { AuditEntry } from '@portal/contract';
import { actInWords } from '../../../api/audit-details.ts';
import type { WordsOfActs } from './act-words.ts';
import { actsOfPeople } from './acts-of-people.tsx';
import { actsOfStaff } from './acts-of-staff.tsx';

const words: WordsOfActs = { ...actsOfPeople, ...actsOfStaff };

/** What the filters know, by name. */
export const actOptions = Object.entries(words).map(([value, { label }]) => ({ value, label, keywords: value }));

/** What a filter calls an act. */
export const actLabel = (action: string) => words[action]?.label ?? actInWords(action);

/** What was done, to stand after whoever did it. */
export const sentenceOf = (entry: AuditEntry) =>
  words[entry.action]?.tell(entry) ?? `did this: ${actInWords(entry.action)}`;
