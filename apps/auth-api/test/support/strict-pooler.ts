import { connect, createServer, type AddressInfo } from 'node:net';

/** Stands before PostgreSQL as PgBouncer does, as far as a client can tell. */
export interface StrictPooler {
  readonly url: string;
  /** The names of the statements that clients asked it to prepare. */
  readonly names: readonly string[];
  close(): Promise<void>;
}

interface Manner {
  /** Start-up parameters that it takes and loses, as by `ignore_startup_parameters`; others of sessions it refuses. */
  readonly ignored?: readonly string[];
}

const passedOn = ['user', 'database', 'application_name', 'client_encoding'];
/** `K`, the length, and then the process that a client is told it talks to. */
const backendKey = Buffer.from([0x4b, 0, 0, 0, 12]);

export async function startStrictPooler(postgresUrl: string, { ignored = [] }: Manner = {}): Promise<StrictPooler> {
  const target = new URL(postgresUrl);
  const names: string[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const end = () => [client, upstream].forEach((socket) => socket.destroy());
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    client.once('data', (begin) => {
      const given = parametersOf(begin);
      const refused = given.find(([name]) => !passedOn.includes(name) && !ignored.includes(name));
      if (refused) return void client.end(refusalOf(refused[0]));
      upstream.write(startUp(given.filter(([name]) => passedOn.includes(name))));
      client.on('data', (data) => {
        names.push(...namesIn(data));
        upstream.write(data);
      });
    });
    upstream.on('data', (data) => {
      const at = data.indexOf(backendKey);
      if (at >= 0) data.writeInt32BE(1, at + backendKey.length);
      client.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(postgresUrl);
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, names, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

type Parameter = readonly [name: string, value: string];

/** What a client says first: the length, the version, then names and values, each ended by a zero. */
function parametersOf(begin: Buffer): Parameter[] {
  const words = begin.toString('utf8', 8).split('\0');
  return words.flatMap((name, at) => (at % 2 === 0 && name !== '' ? [[name, words[at + 1] ?? ''] as const] : []));
}

function startUp(parameters: readonly Parameter[]): Buffer {
  const body = Buffer.from(`${parameters.map(([name, value]) => `${name}\0${value}\0`).join('')}\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8, 0);
  head.writeInt32BE(0x30000, 4);
  return Buffer.concat([head, body]);
}

function refusalOf(parameter: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${parameter}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** The names in the messages that prepare a statement; pg writes whole messages. */
function namesIn(data: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 5 <= data.length; at += 1 + data.readInt32BE(at + 1)) {
    const name = data[at] === 0x50 ? data.toString('utf8', at + 5, data.indexOf(0, at + 5)) : '';
    if (name !== '') names.push(name);
  }
  return names;
}
