import { Argument, type Command } from 'commander';
import type { Terminal } from '../terminal.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

export function addCompletion(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>').choices(shells))
    .description('print the script that completes commands in a shell')
    .action((shell: Shell) => void terminal.stdout.write(scripts[shell](nodesOf(program))));
}

/** A command with what can follow it. */
interface Node {
  /** Such as `workspaces use`; empty for the program. */
  readonly path: string;
  readonly words: readonly { readonly word: string; readonly description: string }[];
  readonly options: readonly { readonly word: string; readonly description: string }[];
}

function nodesOf(program: Command): Node[] {
  const visit = (command: Command, path: readonly string[]): Node[] => [
    {
      path: path.join(' '),
      words: [
        ...command.commands.map((each) => ({ word: each.name(), description: each.description() })),
        ...command.registeredArguments.flatMap(({ argChoices = [] }) =>
          argChoices.map((word) => ({ word, description: '' })),
        ),
      ],
      options: [...command.options, ...(command === program ? [] : program.options)].flatMap(({ long, description }) =>
        long == null ? [] : [{ word: long, description }],
      ),
    },
    ...command.commands.flatMap((each) => visit(each, [...path, each.name()])),
  ];
  return visit(program, []);
}

const list = (items: readonly { readonly word: string }[]) => items.map(({ word }) => word).join(' ');

/** A branch for each command, in the syntax that bash and zsh share. */
const branchesOf = (nodes: readonly Node[]) =>
  nodes
    .map(({ path, words, options }) => `    "${path}") commands="${list(words)}"; options="${list(options)}" ;;`)
    .join('\n');

/** The words before the cursor that are no options are the command. */
const functionBody = (nodes: readonly Node[], words: string) => `  local commands="" options="" command="" word
  for word in ${words}; do
    [[ "$word" == -* ]] || command="\${command:+$command }$word"
  done
  case "$command" in
${branchesOf(nodes)}
  esac`;

const scripts: Readonly<Record<Shell, (nodes: readonly Node[]) => string>> = {
  bash: (nodes) => `# Add to ~/.bashrc: source <(portal completion bash)
_portal() {
${functionBody(nodes, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"')}
  local current="\${COMP_WORDS[COMP_CWORD]}"
  [[ "$current" == -* ]] && commands="$options"
  COMPREPLY=($(compgen -W "$commands" -- "$current"))
}
complete -o default -F _portal portal
`,
  zsh: (nodes) => `#compdef portal
# Add to ~/.zshrc, after compinit: source <(portal completion zsh)
_portal() {
${functionBody(nodes, '"${(@)words[2,CURRENT-1]}"')}
  [[ "\${words[CURRENT]}" == -* ]] && commands="$options"
  compadd -- \${=commands}
}
compdef _portal portal
`,
  fish: (nodes) => `# Save as ~/.config/fish/completions/portal.fish
complete -c portal -f
${nodes.flatMap(fishLines).join('\n')}
`,
};

function fishLines({ path, words, options }: Node): string[] {
  const [command, subcommand] = path.split(' ');
  const seen = [command, subcommand].filter(Boolean).map((word) => `__fish_seen_subcommand_from ${word}`);
  const condition = path === '' ? '__fish_use_subcommand' : seen.join('; and ');
  return [
    ...words.map(({ word, description }) => `complete -c portal -n '${condition}' -a ${word}${describe(description)}`),
    ...options.map(
      ({ word, description }) => `complete -c portal -n '${condition}' -l ${word.slice(2)}${describe(description)}`,
    ),
  ];
}

const describe = (description: string) => (description === '' ? '' : ` -d '${description.replaceAll("'", "\\'")}'`);
