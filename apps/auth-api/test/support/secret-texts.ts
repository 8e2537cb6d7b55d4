import { randomInt } from 'node:crypto';
import type { Canaries } from './canaries.ts';

/** A person of whom nothing may be told. */
export const secretPersonOf = (canaries: Canaries) => ({
  email: `${canaries.make('e-mail')}@example.com`,
  nickname: canaries.make('nickname'),
  firstName: canaries.make('first name'),
  lastName: canaries.make('last name'),
  githubUsername: canaries.make('GitHub name'),
  discordUsername: canaries.make('Discord name'),
  pictureUrl: `https://example.com/${canaries.make('picture')}.png`,
});

/** Billing details of which nothing may be told. */
export const secretDetails = (canaries: Canaries, taxIdentificationNumber: string) => ({
  firstName: canaries.make('first name on a bill'),
  lastName: canaries.make('last name on a bill'),
  companyInformation: {
    legalName: canaries.make('name of a company'),
    legalNumber: canaries.make('number of a company'),
    taxIdentificationNumber,
    phoneNumber: canaries.plant('phone number', `+4930${randomInt(10_000_000, 100_000_000)}`),
  },
  billingInformation: {
    addressLine1: canaries.make('first line of an address'),
    addressLine2: canaries.make('second line of an address'),
    zipCode: '10115',
    city: canaries.make('city'),
    state: canaries.make('state'),
    country: 'DE',
  },
});

/** Failed logins have the client's address in one documented field, in the log alone. */
export const withoutClientAddress = (line: string) =>
  /"msg":"(?:login failed|too many requests from one address)"/.test(line)
    ? line.replace(/"clientAddress":"[^"]*",/, '')
    : line;
