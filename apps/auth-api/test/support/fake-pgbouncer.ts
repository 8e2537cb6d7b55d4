import { connect, createServer } from 'node:net';
import { errorResponse } from './fake-postgres.ts';
import { closeServer, listen } from './listen.ts';

/** A proxy in front of PostgreSQL that behaves towards clients as PgBouncer in transaction mode does. */
export interface FakePgBouncer {
  readonly url: string;
  /** Names of the prepared statements that clients sent. */
  readonly statementNames: readonly string[];
  close(): Promise<void>;
}

interface Options {
  /** Startup parameters that it accepts and drops, like PgBouncer's `ignore_startup_parameters`. Others are rejected. */
  readonly ignored?: readonly string[];
}

const forwardedParameters = ['user', 'database', 'application_name', 'client_encoding'];
/** Type `K` and length of the BackendKeyData message, which names the server process of the client. */
const backendKeyData = Buffer.from([0x4b, 0, 0, 0, 12]);

export async function startFakePgBouncer(postgresUrl: string, { ignored = [] }: Options = {}): Promise<FakePgBouncer> {
  const target = new URL(postgresUrl);
  const statementNames: string[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const end = () => [client, upstream].forEach((socket) => socket.destroy());
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    client.once('data', (startup) => {
      const parameters = startupParameters(startup);
      const rejected = parameters.find(([name]) => !forwardedParameters.includes(name) && !ignored.includes(name));
      if (rejected) return void client.end(errorResponse('08P01', `unsupported startup parameter: ${rejected[0]}`));
      upstream.write(startupMessage(parameters.filter(([name]) => forwardedParameters.includes(name))));
      client.on('data', (data) => {
        statementNames.push(...preparedNames(data));
        upstream.write(data);
      });
    });
    upstream.on('data', (data) => {
      const offset = data.indexOf(backendKeyData);
      if (offset >= 0) data.writeInt32BE(1, offset + backendKeyData.length);
      client.write(data);
    });
  });
  const url = new URL(postgresUrl);
  url.port = String(await listen(server));
  return { url: url.href, statementNames, close: () => closeServer(server) };
}

type Parameter = readonly [name: string, value: string];

/** The client's first message: length, protocol version, then names and values, each terminated by a zero byte. */
function startupParameters(startup: Buffer): Parameter[] {
  const strings = startup.toString('utf8', 8).split('\0');
  return strings.flatMap((name, index) =>
    index % 2 === 0 && name !== '' ? [[name, strings[index + 1] ?? ''] as const] : [],
  );
}

function startupMessage(parameters: readonly Parameter[]): Buffer {
  const body = Buffer.from(`${parameters.map(([name, value]) => `${name}\0${value}\0`).join('')}\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8, 0);
  head.writeInt32BE(0x30000, 4);
  return Buffer.concat([head, body]);
}

/** Statement names in the Parse messages. Works because pg writes whole messages. */
function preparedNames(data: Buffer): string[] {
  const names: string[] = [];
  for (let offset = 0; offset + 5 <= data.length; offset += 1 + data.readInt32BE(offset + 1)) {
    const name = data[offset] === 0x50 ? data.toString('utf8', offset + 5, data.indexOf(0, offset + 5)) : '';
    if (name !== '') names.push(name);
  }
  return names;
}
