import { Visitor, type ESTree, type Plugin } from 'vite';
import { readOfCalls } from '../src/http/asked-call.ts';

const kept: readonly string[] = readOfCalls;

const isProperty = (node: ESTree.Node): node is ESTree.ObjectProperty => node.type === 'Property';

function nameOf({ key }: ESTree.ObjectProperty): string {
  if (key.type === 'Identifier') return key.name;
  throw new Error('A field of a call has no plain name, so that it is not known whether the portal reads it.');
}

/** The objects that a table of calls has one of for each call. */
function callsIn(program: ESTree.Program): ESTree.ObjectExpression[] {
  const calls: ESTree.ObjectExpression[] = [];
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [table] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'defineCalls' || table?.type !== 'ObjectExpression') return;
      for (const { value } of table.properties.filter(isProperty)) {
        if (value.type === 'ObjectExpression') calls.push(value);
      }
    },
  });
  visitor.visit(program);
  return calls;
}

/** Leaves out of the table of calls what only the API and the reference read. */
export const lightCalls = (): Plugin => ({
  name: 'light-calls',
  apply: 'build',
  transform: {
    filter: { id: /contract\/src\/.*\.calls\.ts$/ },
    handler(code) {
      const textOf = ({ start, end }: ESTree.Span) => code.slice(start, end);
      let [light, rest] = ['', 0];
      for (const call of callsIn(this.parse(code))) {
        const lines = call.properties.filter((line) => !isProperty(line) || kept.includes(nameOf(line)));
        light += `${code.slice(rest, call.start)}{${lines.map(textOf).join()}}`;
        rest = call.end;
      }
      return light + code.slice(rest);
    },
  },
});
