import type { Prisma } from '../../../generated/prisma/client.ts';

export type Model = Prisma.ModelName;
type Field<M extends Model> = keyof Prisma.TypeMap['model'][M]['payload']['scalars'];

/** `true` if a user's export contains the column; otherwise the reason why not. */
export type Decision = true | string;

/** A decision for each column of these tables. */
export type Decisions<Models extends Model> = { readonly [M in Models]: Readonly<Record<Field<M>, Decision>> };

export const secret = 'A hash of a secret. It proves access and says nothing about the user.';
export const otherUser = 'Identifies another user.';
export const bookkeeping = 'Keeps copies and retries consistent. It says nothing about the user.';
export const ownId = 'The id of the exported user.';
