import { createServer, type AddressInfo } from 'node:net';

/** A server that lets everybody in as PostgreSQL does, and answers every query with its version. */
export async function startReportingPostgres(version: string, versionNumber: number) {
  const row = [version, String(Math.floor(versionNumber / 10_000))];
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), ready]));
      socket.on('data', (data) => {
        if (data[0] === 'X'.charCodeAt(0)) socket.end();
        else socket.write(Buffer.concat([columns, rowOf(row), message('C', text('SELECT 1')), ready]));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgresql://someone@127.0.0.1:${port}/portal`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const text = (value: string) => Buffer.from(`${value}\0`);

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

/** A message of the protocol: its type, its length and its body. */
const message = (type: string, body: Buffer) => Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);

const ready = message('Z', Buffer.from('I'));

/** The description of a column: name, table, position, type, size, modifier, format. */
const column = (name: string, type: number) =>
  Buffer.concat([text(name), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(0)]);

const columns = message('T', Buffer.concat([int16(2), column('version', 25), column('major', 23)]));

function rowOf(values: readonly string[]): Buffer {
  const fields = values.flatMap((value) => [int32(Buffer.byteLength(value)), Buffer.from(value)]);
  return message('D', Buffer.concat([int16(values.length), ...fields]));
}
