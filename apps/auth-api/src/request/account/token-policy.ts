import type { TokenPolicy } from '@portal/contract';
import type { Workspace } from '../../generated/prisma/client.ts';

/** The columns of a workspace that store its policy. */
export type PolicyColumns = Pick<Workspace, 'tokenMakers' | 'tokenMaxDays' | 'tokenWritesAllowed'>;

/** What a workspace lets API tokens do. */
export const toTokenPolicy = ({ tokenMakers, tokenMaxDays, tokenWritesAllowed }: PolicyColumns): TokenPolicy => ({
  makers: tokenMakers,
  maxDays: tokenMaxDays,
  allowsWrites: tokenWritesAllowed,
});
