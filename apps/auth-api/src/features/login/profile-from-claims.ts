import { cleanName, impersonationError, maxNameLength, ProfileEdit } from '@portal/contract';
import type { Settings } from '../../platform/config/settings.ts';
import { parsePicture } from '../../integrations/auth0/identity-provider.ts';
import type { IdentityClaims } from './id-token.ts';

const { firstName, nickname } = ProfileEdit.shape;

/**
 * The profile of a new user, from the identity provider. Characters that the profile form would reject are removed, and web addresses
 * are left out, because emails and pages show names like those from the form.
 */
export function profileFromClaims(
  claims: IdentityClaims,
  email: string,
  { PRODUCT_NAME }: Pick<Settings, 'PRODUCT_NAME'>,
) {
  const { nickname: claimedNickname, given_name, family_name } = claims;
  const nicknames = [claimedNickname, given_name, email.split('@')[0]].map((name) => cleanOrNull(nickname, name));
  return {
    firstName: cleanOrNull(firstName, given_name),
    lastName: cleanOrNull(firstName, family_name),
    nickname: nicknames.find((name) => name && !impersonationError(name, PRODUCT_NAME)) ?? 'Unnamed',
    pictureUrl: parsePicture(claims),
  };
}

interface StringSchema {
  safeParse(value: unknown): { success: true; data: string | null | undefined } | { success: false };
}

function cleanOrNull(schema: StringSchema, value = ''): string | null {
  const parsed = schema.safeParse(cleanName(value, maxNameLength));
  return (parsed.success ? parsed.data : null) || null;
}
