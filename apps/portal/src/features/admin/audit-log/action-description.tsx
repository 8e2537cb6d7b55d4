import type { AuditEntry } from '@portal/contract';
import type { ReactNode } from 'react';
import { AuditTarget, AuditWorkspaceLink } from './audit-links.tsx';

/** How the audit log shows an action to staff. */
export interface ActionDescription {
  /** In filters and as a title. */
  readonly label: string;
  /** The part of the sentence after the actor: "created Playground". */
  readonly describe: (entry: AuditEntry) => ReactNode;
}

export const withTarget = (text: string) => (entry: AuditEntry) => (
  <>
    {text} <AuditTarget {...entry} />
  </>
);

export const withWorkspace = (text: string | ((entry: AuditEntry) => string)) => (entry: AuditEntry) => (
  <>
    {typeof text === 'string' ? text : text(entry)} <AuditWorkspaceLink {...entry} />
  </>
);
