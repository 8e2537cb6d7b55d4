import { Prisma } from '../../generated/prisma/client.ts';

/** The list of a SELECT: each field with the SQL expression that has its value. */
export const selectList = (columns: Readonly<Record<string, Prisma.Sql>>): Prisma.Sql =>
  Prisma.join(
    Object.entries(columns).map(([field, expression]) => Prisma.sql`${expression} AS ${Prisma.raw(`"${field}"`)}`),
  );
