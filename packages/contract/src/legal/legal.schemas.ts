import * as z from 'zod/mini';

/** A version of the legal documents: the date it took effect. */
export const TosVersionId = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'A version is a date such as 2024-09-25'));

/** One of the legal documents of a version. */
export const LegalDocument = z.object({
  /** The document's name in URLs: `terms-of-service`, `privacy`. */
  slug: z.string(),
  title: z.string(),
  /** Markdown. */
  content: z.string(),
});
export type LegalDocument = z.infer<typeof LegalDocument>;

/** The legal documents of a version. */
export const LegalDocuments = z.object({
  versionId: TosVersionId,
  /** In the order in which they are shown. */
  documents: z.array(LegalDocument),
  /** What changed since the version before, as Markdown, if the operator has described it. */
  changes: z.optional(z.string()),
  /** All versions, newest first. */
  versionIds: z.array(TosVersionId),
});
export type LegalDocuments = z.infer<typeof LegalDocuments>;

/** Path parameters of the calls about the legal documents. */
export const LegalParams = z.object({
  /** A version, or `current`. */
  tosVersionId: z.union([TosVersionId, z.literal('current')]),
});

/** The version that the user has read. It must be the current one. */
export const TosAgreement = z.object({ tosVersionId: TosVersionId });
