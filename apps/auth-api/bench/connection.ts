import { connect, type Socket } from 'node:net';

/** How a request was answered. */
export interface Reply {
  readonly status: number;
  readonly retryAfter: string | null;
  /** Of a failure; others are counted, not read. */
  readonly body: string;
}

const headEnd = Buffer.from('\r\n\r\n');

/** One kept-alive connection that asks one question at a time, with as little work of its own as can be. */
export class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | null = null;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1').setNoDelay();
    let why = new Error('The connection was closed.');
    this.#socket.on('data', (chunk: Buffer) => this.#take(chunk));
    this.#socket.on('error', (error) => (why = error));
    this.#socket.on('close', () => this.#waiting?.reject(why));
  }

  ask(request: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf(headEnd);
    if (end < 0) return;
    const head = this.#received.toString('latin1', 0, end);
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN);
    const bodyAt = end + headEnd.length;
    if (Number.isNaN(length)) {
      this.#waiting?.reject(new Error(`An answer does not tell its length:\n${head}`));
      return;
    }
    if (this.#received.length < bodyAt + length) return;
    const status = Number(head.slice(9, 12));
    const retryAfter = /\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? null;
    const body = status < 300 ? '' : this.#received.toString('utf8', bodyAt, bodyAt + length);
    this.#received = Buffer.alloc(0);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve({ status, retryAfter, body });
  }
}
