import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

/** Schemas that the reference names as a type of their own, so that a field of theirs needs no more words. */
const toldByTheirType = ['Ulid', 'Moment', 'PathId'];

interface Declaration {
  readonly note: string | null;
  readonly value: ts.Expression | null;
}

/** What the doc comments below a folder say of schemas (`User`) and of their fields (`User.email`). */
export async function notesOfContract(folder: string): Promise<Map<string, string>> {
  const declarations = new Map<string, Declaration>();
  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const text = await readFile(join(folder, file), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    for (const [name, declaration] of source.statements.flatMap(declarationsOf)) declarations.set(name, declaration);
  }
  const notes = new Map<string, string>();
  for (const [name, { note, value }] of declarations) {
    if (note !== null) notes.set(name, note);
    if (value) noteFields(name, value, declarations, notes);
  }
  return new Map([...notes].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function declarationsOf(statement: ts.Statement): [string, Declaration][] {
  if (ts.isFunctionDeclaration(statement) && statement.name) {
    return [[statement.name.text, { note: noteAt(statement), value: null }]];
  }
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }): [string, Declaration][] =>
    ts.isIdentifier(name) ? [[name.text, { note: noteAt(statement), value: initializer ?? null }]] : [],
  );
}

/** The text of a doc comment, without where its rule comes from. */
function noteAt(node: ts.Node): string | null {
  const comments = ts.getJSDocCommentsAndTags(node).map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '');
  const text = comments
    .join(' ')
    .replace(/\s*Source: [^]*$/, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<=\p{L})'(?=\p{L})/gu, '’');
  return text.trim() || null;
}

/** Notes each field of an object schema: by its own comment, or by that of the schema that it is. */
function noteFields(
  name: string,
  value: ts.Expression,
  declarations: ReadonlyMap<string, Declaration>,
  notes: Map<string, string>,
): void {
  for (const field of fieldsOf(shapeOf(value), declarations)) {
    const path = `${name}.${field.name.getText()}`;
    const note = noteAt(field) ?? noteOf(field.initializer, declarations);
    if (note !== null) notes.set(path, note);
    noteFields(path, field.initializer, declarations, notes);
  }
}

/** What an object schema is made of; null for any other schema. */
function shapeOf(value: ts.Expression): ts.Expression | null {
  const schema = unwrapped(value);
  if (!ts.isCallExpression(schema)) return null;
  return /^z\s*\.(?:loose|strict)?object$/i.test(schema.expression.getText()) ? (schema.arguments[0] ?? null) : null;
}

/** The fields of a shape, also of one that stands elsewhere under a name, and of those that are spread in it. */
function fieldsOf(
  shape: ts.Expression | null | undefined,
  declarations: ReadonlyMap<string, Declaration>,
): ts.PropertyAssignment[] {
  if (!shape) return [];
  if (ts.isIdentifier(shape)) return fieldsOf(declarations.get(shape.text)?.value, declarations);
  if (ts.isPropertyAccessExpression(shape) && shape.name.text === 'shape') {
    const schema = declarations.get(shape.expression.getText())?.value;
    return fieldsOf(schema && shapeOf(schema), declarations);
  }
  if (!ts.isObjectLiteralExpression(shape)) return [];
  return shape.properties.flatMap((field) => {
    if (ts.isSpreadAssignment(field)) return fieldsOf(field.expression, declarations);
    return ts.isPropertyAssignment(field) ? [field] : [];
  });
}

function noteOf(value: ts.Expression, declarations: ReadonlyMap<string, Declaration>): string | null {
  const inner = unwrapped(value);
  const name = ts.isCallExpression(inner) ? inner.expression : inner;
  const declaration = ts.isIdentifier(name) ? declarations.get(name.text) : undefined;
  if (!declaration || toldByTheirType.includes(name.getText())) return null;
  return declaration.note ?? (declaration.value && noteOf(declaration.value, declarations));
}

/** The schema within `z.optional(…)` and the like, and before `.check(…)`. */
function unwrapped(value: ts.Expression): ts.Expression {
  if (!ts.isCallExpression(value)) return value;
  const { expression, arguments: given } = value;
  if (/^z\.(?:optional|nullable|_default|array)$/.test(expression.getText()) && given[0]) return unwrapped(given[0]);
  if (
    ts.isPropertyAccessExpression(expression) &&
    expression.name.text === 'check' &&
    expression.expression.getText() !== 'z'
  )
    return unwrapped(expression.expression);
  return value;
}
