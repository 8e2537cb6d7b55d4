import { createSocket, type Socket } from 'node:dgram';
import ipaddr from 'ipaddr.js';

const typeOfFamily = { ipv4: 1, ipv6: 28 };
const headerLength = 12;
const noSuchName = 3;

/**
 * A DNS server (RFC 1035) with the answers of a test. A name has a list of answers: each query of one of its types gets the next one, and the
 * last one stays, as a host does that rebinds. A query about a name without answers gets NXDOMAIN, or none at all with `isSilent`.
 */
export class DnsServer {
  readonly answers = new Map<string, readonly (readonly string[])[]>();
  readonly queries: string[] = [];
  isSilent = false;
  readonly #socket: Socket = createSocket('udp4');

  async start(): Promise<string> {
    this.#socket.on('message', (query, { port, address }) => {
      if (!this.isSilent) this.#socket.send(this.#answer(query), port, address);
    });
    await new Promise<void>((resolve) => this.#socket.bind(0, '127.0.0.1', resolve));
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#socket.close(() => resolve()));
  }

  #answer(query: Buffer): Buffer {
    const { name, end } = nameIn(query);
    const type = query.readUInt16BE(end);
    const asked = this.queries.filter((each) => each === `${name} ${type}`).length;
    this.queries.push(`${name} ${type}`);
    const answers = this.answers.get(name);
    const addresses = answers?.[Math.min(asked, answers.length - 1)] ?? [];
    const records = addresses
      .map((address) => ipaddr.parse(address))
      .filter((address) => typeOfFamily[address.kind()] === type)
      .map((address) => record(type, Buffer.from(address.toByteArray())));
    const header = Buffer.from(query.subarray(0, headerLength));
    header.writeUInt16BE(0x8180 | (answers ? 0 : noSuchName), 2);
    // One question, and no other records than the answers.
    [1, records.length, 0, 0].forEach((count, index) => header.writeUInt16BE(count, 4 + 2 * index));
    return Buffer.concat([header, query.subarray(headerLength, end + 4), ...records]);
  }
}

function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = headerLength;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** The name is a pointer to that of the question. */
function record(type: number, address: Buffer): Buffer {
  const start = Buffer.alloc(headerLength);
  start.writeUInt16BE(0xc0_0c, 0);
  start.writeUInt16BE(type, 2);
  start.writeUInt16BE(1, 4);
  start.writeUInt16BE(address.length, 10);
  return Buffer.concat([start, address]);
}
