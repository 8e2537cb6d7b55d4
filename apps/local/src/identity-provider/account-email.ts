import { Email } from '@portal/contract';
import * as z from 'zod';

/** The address of an account, as Auth0 stores it: in lower case and otherwise as typed, so a domain may be in Unicode. */
export const AccountEmail = z
  .string()
  .trim()
  .toLowerCase()
  .refine((text) => Email.safeParse(text).success, { error: 'Enter a valid email address.' });
