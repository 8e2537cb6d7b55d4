import { randomBytes, randomInt } from 'node:crypto';

const marker = 'canaryfrommymine';

/** Unique values to plant in requests and settings. A test then searches logs and traces for them, in any encoding. */
export class Canaries {
  readonly #planted = new Map<string, { readonly label: string; readonly encodings: readonly string[] }>();
  readonly #markerEncodings = encodingsOf(marker);

  /** Creates a value. It has only letters, so that it is valid as a name. */
  make(label: string): string {
    const letters = [...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('');
    return this.plant(label, `${marker}${letters}`);
  }

  /** Registers a value that was created elsewhere. */
  plant(label: string, value: string | null | undefined): string {
    if (!value || value.length < 8) throw new Error(`There is no ${label} to plant.`);
    this.#planted.set(value, { label, encodings: encodingsOf(value) });
    return value;
  }

  get count(): number {
    return this.#planted.size;
  }

  /** The labels of the values that a text contains. */
  findIn(text: string): string[] {
    const lowerCaseText = text.toLowerCase();
    const contains = (encoding: string) => lowerCaseText.includes(encoding);
    // Most values start with the marker, so a text without the marker contains none of them. This saves most searches.
    const hasMarker = this.#markerEncodings.some(contains);
    return [...this.#planted]
      .filter(([value, { encodings }]) => (hasMarker || !value.startsWith(marker)) && encodings.some(contains))
      .map(([, { label }]) => label);
  }
}

function encodingsOf(value: string): string[] {
  const bytes = Buffer.from(value);
  // In base64 the first and last characters depend on the bytes around the value, and the rest on its offset modulo 3.
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64url')
      .slice(offset === 0 ? 0 : 4, -3),
  );
  const encodings = [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1), bytes.toString('hex')];
  return [...new Set([...encodings, ...base64].map((encoding) => encoding.toLowerCase()))].filter(
    ({ length }) => length > 2,
  );
}

/** A user whose personal data are all canaries. */
export const secretUser = (canaries: Canaries) => ({
  email: `${canaries.make('email')}@example.com`,
  nickname: canaries.make('nickname'),
  firstName: canaries.make('first name'),
  lastName: canaries.make('last name'),
  githubUsername: canaries.make('GitHub name'),
  discordUsername: canaries.make('Discord name'),
  pictureUrl: `https://example.com/${canaries.make('picture')}.png`,
});

/** Billing details that are all canaries. */
export const secretBillingDetails = (canaries: Canaries, taxIdentificationNumber: string) => ({
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

/** Removes the address of the client, which the log lines of failed logins and exceeded limits contain on purpose. */
export const withoutClientAddress = (line: string) =>
  /"msg":"(?:login failed|too many requests from one address)"/.test(line)
    ? line.replace(/"clientAddress":"[^"]*",/, '')
    : line;
