import { ProfileEdit } from '@portal/contract';
import { pictureOf } from '../providers/identity-provider.ts';
import type { IdentityClaims } from './id-token.ts';

const { firstName, nickname } = ProfileEdit.shape;

/**
 * What a new person is called and looks like, as the identity provider has it: what our own forms would refuse is left
 * out, since it goes into mails and pages as theirs does.
 */
export function claimedProfile(claims: IdentityClaims, email: string) {
  const { nickname: given, given_name, family_name } = claims;
  return {
    firstName: accepted(firstName, given_name),
    lastName: accepted(firstName, family_name),
    nickname:
      [given, given_name, email.split('@')[0]].map((name) => accepted(nickname, name)).find(Boolean) ?? 'Unnamed',
    pictureUrl: pictureOf(claims),
  };
}

interface Judge {
  safeParse(value: unknown): { success: true; data: string | null | undefined } | { success: false };
}

function accepted(schema: Judge, value: string | undefined): string | null {
  const parsed = schema.safeParse(value);
  return (parsed.success ? parsed.data : null) || null;
}
