import * as z from 'zod/mini';
import { atMost, emptyMeansNull, isSharedText, keptText, messages, optionalText, requiredText } from '../fields.ts';
import { InstanceEnvType } from './workspaces.schemas.ts';

/** The address of an instance. Which ones are allowed depends on the type of the workspace. */
const InstanceUrl = z
  .string({ error: (issue) => (issue.input == null ? messages.required : messages.url) })
  .check(z.trim(), atMost(2048));

const nameLength = { max: 500 };
const DisplayName = requiredText(nameLength);
const Description = optionalText({ max: 5000 });

/** Source: specification sections 4 "Workspace creation and changes" and 5 "Workspace". */
export const NewWorkspace = z.object({
  displayName: DisplayName,
  description: z.optional(Description),
  /** Read from `instanceUrl` when it is missing; without either the workspace is managed by us. */
  instanceEnvType: z.optional(InstanceEnvType),
  /** Required for PRIVATE. The other types have an address of their own; a different one is refused. */
  instanceUrl: z.optional(emptyMeansNull(InstanceUrl)),
  /** Whether your login leads here; your default until now is then no longer one. */
  isDefault: z.optional(z.boolean()),
  /** Whether it is a favourite of yours. */
  isFavourite: z.optional(z.boolean()),
  /** Whether your list hides it. */
  isHidden: z.optional(z.boolean()),
  /** Whether changes in the workspace wait for an approver. */
  approvalsEnabled: z.optional(z.boolean()),
});
export type NewWorkspace = z.infer<typeof NewWorkspace>;

/** A value as `getWorkspace` returned it. */
const ReadValue = z.nullable(z.string(messages.invalid).check(atMost(5000)));

/** What the caller last read. A field that is left out is not compared. */
export const ExpectedWorkspace = z.object({
  displayName: z.optional(ReadValue),
  description: z.optional(ReadValue),
  instanceUrl: z.optional(ReadValue),
});
export type ExpectedWorkspace = z.infer<typeof ExpectedWorkspace>;

/** What an owner may change; at least one of `displayName`, `description` and `instanceUrl`. */
export const WorkspaceEdit = z.object({
  /**
   * Letters with or without accents, digits, space and `- . , _ @ / +`, and what its name holds already, since one that we
   * gave may hold more.
   */
  displayName: z.optional(keptText(nameLength)),
  description: z.optional(Description),
  /** Only a PRIVATE workspace can move; the present address is always accepted. */
  instanceUrl: z.optional(InstanceUrl),
  /** With it nothing is written where one of these values has changed meanwhile: the response is 409 `WorkspaceChanged`. */
  expected: z.optional(ExpectedWorkspace),
});
export type WorkspaceEdit = z.infer<typeof WorkspaceEdit>;

/** What is wrong with another name for a workspace: what the one before holds may stay, though nobody may type it anew. */
export function renameProblem(displayName: string, before: string): string | undefined {
  const held = new Set(before);
  const added = displayName.normalize('NFC').replaceAll(/./gsu, (character) => (held.has(character) ? '' : character));
  return isSharedText(added) ? undefined : messages.invalid;
}
