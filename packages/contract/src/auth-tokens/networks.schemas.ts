import * as z from 'zod/mini';
import { maxLength, validationMessages } from '../primitives.ts';
import { canonicalNetwork, maxNetworks, networkError } from './networks.rules.ts';

const Text = z.string({
  error: (issue) => (issue.input == null ? validationMessages.required : validationMessages.invalid),
});

/** A network or one IP address, in its one spelling. */
const Network = Text.check(
  z.trim(),
  maxLength(99),
  z.minLength(1, { error: validationMessages.required, abort: true }),
  z.overwrite(canonicalNetwork),
  z.superRefine((network: string, context) => {
    const message = networkError(network);
    if (message !== null) context.addIssue({ code: 'custom', message, input: network });
  }),
);

/** From where a token works, in CIDR notation (`203.0.113.0/24`). Each network once; empty for everywhere. */
export const Networks = z.pipe(
  z.array(Text, validationMessages.required).check(z.maxLength(maxNetworks, `At most ${maxNetworks} networks`)),
  z.array(Network).check(z.overwrite((networks) => [...new Set(networks)])),
);
