import type { Command } from 'commander';
import { createApp, type App, type GlobalOptions } from '../app.ts';
import { getCurrentWorkspaceId } from '../current-workspace.ts';
import { explainRefusal, openSession, type Session } from '../session.ts';
import type { Client } from '@portal/client';
import type { Terminal } from '../terminal.ts';

/** Creates the `App` of a command from the options that every command has. */
export const appOf = (terminal: Terminal, command: Command): App =>
  createApp(terminal, command.optsWithGlobals<GlobalOptions>());

/** Runs what a command does with a login. */
export async function withSession(app: App, run: (session: Session) => Promise<void>): Promise<void> {
  const session = openSession(app);
  try {
    await run(session);
  } catch (error) {
    throw explainRefusal(error, session);
  }
}

/** A workspace with the client of its token. */
export interface WorkspaceContext {
  readonly client: Client;
  readonly path: { readonly workspaceId: string };
}

/** The same for the current workspace. */
export const withWorkspace = (app: App, run: (context: WorkspaceContext) => Promise<void>): Promise<void> =>
  withSession(app, async (session) => {
    const workspaceId = await getCurrentWorkspaceId(app, session);
    await run({ client: session.clientFor(workspaceId), path: { workspaceId } });
  });
