import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';

/** Schemas that the reference shows as a type, so that a field of theirs needs no description. */
const selfExplanatorySchemas = ['Ulid', 'IsoTimestamp', 'IdInput'];

interface Declaration {
  readonly comment: string | null;
  readonly value: ts.Expression | null;
}

/** Reads the doc comments of the schemas in a folder (`User`) and of their fields (`User.email`). */
export async function readDocComments(folder: string): Promise<Map<string, string>> {
  const declarations = new Map<string, Declaration>();
  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const text = await readFile(join(folder, file), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    for (const [name, declaration] of source.statements.flatMap(declarationsOf)) declarations.set(name, declaration);
  }
  const comments = new Map<string, string>();
  for (const [name, { comment, value }] of declarations) {
    if (comment !== null) comments.set(name, comment);
    if (value) addFieldComments(name, value, declarations, comments);
  }
  return new Map([...comments].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function declarationsOf(statement: ts.Statement): [string, Declaration][] {
  if (ts.isFunctionDeclaration(statement) && statement.name) {
    return [[statement.name.text, { comment: docCommentOf(statement), value: null }]];
  }
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }): [string, Declaration][] =>
    ts.isIdentifier(name) ? [[name.text, { comment: docCommentOf(statement), value: initializer ?? null }]] : [],
  );
}

/** The text of a doc comment, without its `Source:`. */
function docCommentOf(node: ts.Node): string | null {
  const comments = ts.getJSDocCommentsAndTags(node).map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '');
  const text = comments
    .join(' ')
    .replace(/\s*Source: [^]*$/, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<=\p{L})'(?=\p{L})/gu, '’');
  return text.trim() || null;
}

/** Adds the comment of each field of an object schema: its own, or the comment of the field's schema. */
function addFieldComments(
  name: string,
  value: ts.Expression,
  declarations: ReadonlyMap<string, Declaration>,
  comments: Map<string, string>,
): void {
  for (const field of fieldsOf(shapeOf(value), declarations)) {
    const path = `${name}.${field.name.getText()}`;
    const comment = docCommentOf(field) ?? schemaCommentOf(field.initializer, declarations);
    if (comment !== null) comments.set(path, comment);
    addFieldComments(path, field.initializer, declarations, comments);
  }
}

/** The shape of an object schema; null for any other schema. */
function shapeOf(value: ts.Expression): ts.Expression | null {
  const schema = unwrap(value);
  if (!ts.isCallExpression(schema)) return null;
  return /^z\s*\.(?:loose|strict)?object$/i.test(schema.expression.getText()) ? (schema.arguments[0] ?? null) : null;
}

/** The fields of a shape, including a shape that is referenced by name and shapes that are spread into it. */
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
  if (ts.isSatisfiesExpression(shape)) return fieldsOf(shape.expression, declarations);
  if (!ts.isObjectLiteralExpression(shape)) return [];
  return shape.properties.flatMap((field) => {
    if (ts.isSpreadAssignment(field)) return fieldsOf(field.expression, declarations);
    return ts.isPropertyAssignment(field) ? [field] : [];
  });
}

function schemaCommentOf(value: ts.Expression, declarations: ReadonlyMap<string, Declaration>): string | null {
  const inner = unwrap(value);
  const name = ts.isCallExpression(inner) ? inner.expression : inner;
  const declaration = ts.isIdentifier(name) ? declarations.get(name.text) : undefined;
  if (!declaration || selfExplanatorySchemas.includes(name.getText())) return null;
  return declaration.comment ?? (declaration.value && schemaCommentOf(declaration.value, declarations));
}

/** Removes wrappers such as `z.optional(…)` and calls of `.check(…)`. */
function unwrap(value: ts.Expression): ts.Expression {
  if (!ts.isCallExpression(value)) return value;
  const { expression, arguments: args } = value;
  if (/^z\.(?:optional|nullable|_default|array)$/.test(expression.getText()) && args[0]) return unwrap(args[0]);
  if (
    ts.isPropertyAccessExpression(expression) &&
    expression.name.text === 'check' &&
    expression.expression.getText() !== 'z'
  )
    return unwrap(expression.expression);
  return value;
}
