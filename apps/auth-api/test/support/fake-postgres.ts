import { createServer } from 'node:net';
import { closeServer, listen } from './listen.ts';

/** A PostgreSQL server that rejects every login with one error, whose message contains data that must not be logged. */
export async function startPostgresRefusingLogins(code: string, errorMessage: string) {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end(errorResponse(code, errorMessage)));
  });
  const port = await listen(server);
  return {
    url: `postgresql://someone:canary-password@127.0.0.1:${port}/canary-name`,
    close: () => closeServer(server),
  };
}

/** A PostgreSQL server that accepts every login and responds to every query with its version. */
export async function startPostgresOfVersion(version: string, versionNumber: number) {
  const row = [version, String(Math.floor(versionNumber / 10_000))];
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => {
      socket.write(Buffer.concat([authenticationOk, readyForQuery]));
      socket.on('data', (data) => {
        if (data[0] === 'X'.charCodeAt(0)) socket.end();
        else
          socket.write(Buffer.concat([rowDescription, dataRow(row), message('C', cString('SELECT 1')), readyForQuery]));
      });
    });
  });
  const port = await listen(server);
  return { url: `postgresql://someone@127.0.0.1:${port}/portal`, close: () => closeServer(server) };
}

// Messages of PostgreSQL's wire protocol, version 3.

export function errorResponse(code: string, errorMessage: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${errorMessage}\0\0`));
}

/** Type, length (without the type), body. */
function message(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

const cString = (value: string) => Buffer.from(`${value}\0`);

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

const authenticationOk = message('R', int32(0));
const readyForQuery = message('Z', Buffer.from('I'));

/** Name, table, position, type, size, modifier, format. */
const column = (name: string, type: number) =>
  Buffer.concat([cString(name), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(0)]);

const rowDescription = message('T', Buffer.concat([int16(2), column('version', 25), column('major', 23)]));

function dataRow(values: readonly string[]): Buffer {
  const fields = values.flatMap((value) => [int32(Buffer.byteLength(value)), Buffer.from(value)]);
  return message('D', Buffer.concat([int16(values.length), ...fields]));
}
