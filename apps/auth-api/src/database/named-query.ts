import pg from 'pg';
import { dateOfText } from './date-of-text.ts';

type Parse = (text: string) => unknown;

/** What pg has, but doesn’t publish. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;
const pgsParserOf = pg.types.getTypeParser as unknown as (type: number) => Parse;
const typeOfMoments: number = pg.types.builtins.TIMESTAMPTZ;
const parserOf = (type: number): Parse => (type === typeOfMoments ? dateOfText : pgsParserOf(type));

/** What it has of a connection. */
interface Connection {
  readonly stream: { cork(): void; uncork(): void };
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  parse(statement: { text: string; name: string }): void;
  bind(bound: { statement: string; values: readonly unknown[] }): void;
  describe(what: { type: 'P' }): void;
  execute(): void;
  sync(): void;
}

/** How a row of a statement is made of what comes. */
interface Shape {
  readonly empty: object;
  readonly columns: readonly { readonly name: string; readonly parse: Parse }[];
}

/** By connection and statement: PostgreSQL runs none that it has prepared once its columns would be others. */
const shapes = new WeakMap<Connection, Map<string, Shape>>();

/**
 * One run of a statement that a connection remembers by its name. pg’s own query has the columns described each time and
 * looks up anew how to read them, which takes longer than to read a row. Without a name nothing is remembered.
 */
export class NamedQuery<Row extends object> implements pg.Submittable {
  readonly rows: Row[] = [];
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Set by whoever runs it. */
  callback: ((failure: Error | null, query?: this) => void) | null = null;
  #shapesHere = new Map<string, Shape>();
  #shape: Shape | undefined;
  #failure: Error | null = null;

  constructor(name: string, text: string, values: readonly unknown[]) {
    this.name = name;
    this.text = text;
    this.values = values;
  }

  /** The same for a connection that may be another one the next time. */
  withoutName(): NamedQuery<Row> {
    return new NamedQuery('', this.text, this.values);
  }

  /** An error where its values can’t be told; then nothing was sent. */
  submit(published: pg.Connection): Error | null {
    try {
      this.#send(
        published as unknown as Connection,
        this.values.map((value) => prepareValue(value)),
      );
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    const columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
    this.#remember({ empty: Object.fromEntries(columns.map(({ name }) => [name, null])), columns });
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const { empty, columns } = this.#shape ?? nothing;
    const row: Record<string, unknown> = { ...empty };
    try {
      for (let at = 0; at < columns.length; at++) {
        const [column, text] = [columns[at], fields[at]];
        if (column && text != null) row[column.name] = column.parse(text);
      }
    } catch (error) {
      this.#failure = error as Error;
    }
    this.rows.push(row as Row);
  }

  handleCommandComplete(): void {
    if (!this.#shape) this.#remember(nothing);
  }

  handleError(failure: Error): void {
    this.callback?.(failure);
  }

  handleReadyForQuery(): void {
    this.callback?.(this.#failure, this);
  }

  #send(connection: Connection, values: readonly unknown[]): void {
    const { name, text } = this;
    const isPrepared = name !== '' && connection.parsedStatements[name] === text;
    this.#shapesHere = shapesOf(connection);
    this.#shape = isPrepared ? this.#shapesHere.get(name) : undefined;
    connection.stream.cork();
    try {
      if (!isPrepared) connection.parse({ text, name });
      connection.bind({ statement: name, values });
      if (!this.#shape) connection.describe({ type: 'P' });
      connection.execute();
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  #remember(shape: Shape): void {
    this.#shape = shape;
    if (this.name !== '') this.#shapesHere.set(this.name, shape);
  }
}

const nothing: Shape = { empty: {}, columns: [] };

function shapesOf(connection: Connection): Map<string, Shape> {
  const known = shapes.get(connection) ?? new Map<string, Shape>();
  shapes.set(connection, known);
  return known;
}
