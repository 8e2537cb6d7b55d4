import { oneTimeReplaySeconds, type Call } from '@portal/contract';
import { principalOf } from '../account/actor.ts';
import { inTransaction, type DbContext } from '../../platform/db/transaction.ts';
import { ApiError, apiError } from '../../platform/errors/api-error.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { lockEmails } from '../account/row-locks.ts';
import { AuditRecorder } from '../audit/audit-recorder.ts';
import { writeAuditEntries, type AuditEvent, type AuditEventFields } from '../audit/write-entries.ts';
import { requireRecentLogin } from '../auth/require-recent-login.ts';
import { setNextPageLink } from '../call/pagination.ts';
import { mayFailWith } from '../call/possible-errors.ts';
import { cleanUp } from '../call/clean-up.ts';
import { contextOf } from '../call/request-context.ts';
import type {
  ConfirmationContent,
  FailureContext,
  HandlerResult,
  HtmlPageResponse,
  StoredResponse,
  UpstreamContext,
  ValidRequest,
} from '../call/types.ts';
import { rightsForUpdate, readRightsAgain } from './current-rights.ts';
import type { SavedResponse } from './idempotency-keys.ts';
import { rateLimitSubjectOf } from './rate-limit.ts';
import { validateResult } from './validate.ts';

/** Runs a handler and checks its response and its errors against the call table. */
export async function invokeHandler(request: ValidRequest, dbContext: DbContext): Promise<HandlerResult> {
  const { name, call, handler, input } = request;
  const audit = new AuditRecorder(auditTargetOf(input.params));
  const context = new HandlerContext(request, dbContext, audit);
  if (!request.needsConfirmation) checkRecentLogin(call, context);
  const response = await checkDeclaredErrors(request, () => handler.execute(input, context));
  return {
    response: (call.responseKind ?? 'json') === 'json' ? validateResult(name, call, response) : response,
    auditEvents: auditEventsOf(request, audit),
  };
}

/**
 * Builds the response to a retry from what is stored of the first response. One-time fields get new values for a limited
 * time only, and each replay of them is audited. The caller counts it against the rate limit.
 */
export async function replayResponse(
  request: ValidRequest,
  { stored, ageSeconds }: SavedResponse,
  dbContext: DbContext,
): Promise<unknown> {
  const { name, call, handler, input } = request;
  const { replay } = handler;
  if (!replay) return stored;
  if (call.oneTimeFields && ageSeconds > oneTimeReplaySeconds) throw apiError('SecretNoLongerAvailable');
  const audit = new AuditRecorder(auditTargetOf(input.params));
  const context = new HandlerContext(request, dbContext, audit);
  if (call.oneTimeFields) checkRecentLogin(call, context);
  const response = await checkDeclaredErrors(request, () => replay.respond(stored as StoredResponse, context));
  if (call.oneTimeFields) await writeAuditEntries(auditEventsOf(request, audit), dbContext);
  return validateResult(name, call, response);
}

/** Everything that a handler's context can contain. types.ts limits what each handler sees. */
class HandlerContext {
  readonly db;
  readonly services;
  readonly request;
  readonly actor;
  readonly membership;
  readonly audit;
  readonly needsConfirmation;
  readonly req;
  readonly res;
  readonly inTransaction: UpstreamContext['inTransaction'];
  readonly requireRights: UpstreamContext['requireRights'];
  readonly refundFailure: UpstreamContext['refundFailure'];
  readonly countFailure: FailureContext['countFailure'];

  constructor(request: ValidRequest, { db }: DbContext, audit: AuditRecorder) {
    const { actor, needsConfirmation, req, res, services } = request;
    this.db = db;
    this.services = services;
    this.request = contextOf(res).request;
    this.actor = actor;
    this.membership = actor?.membership ?? null;
    this.audit = audit;
    this.needsConfirmation = needsConfirmation;
    this.req = req;
    this.res = res;
    this.requireRights = async () => {
      await readRightsAgain(request);
    };
    this.refundFailure = () => {
      const { name, call } = request;
      const refund = () => services.rateLimits.refundFailure(name, call, rateLimitSubjectOf(request, actor));
      return cleanUp('refund a failed request', refund, this);
    };
    this.countFailure = async () => {
      const { name, call } = request;
      if (call.rateLimit)
        await services.rateLimits.countFailure(name, call.rateLimit, rateLimitSubjectOf(request, actor), res);
    };
    this.inTransaction = ({ emails = [] }, work) =>
      inTransaction(services, async (transaction) => {
        if (emails.length > 0) await lockEmails(emails, transaction.db);
        const { actor: current } = await rightsForUpdate(request, transaction);
        if (!current.user) throw new AppError('A service account makes no call that asks another service');
        return work({ ...transaction, actor: current });
      });
  }

  get log() {
    return contextOf(this.res).log;
  }

  readonly confirmationPage = ({ title, text, label }: ConfirmationContent): HtmlPageResponse => ({
    page: { title, text, action: { label, href: `${this.services.settings.AUTH_API_URL}${this.req.url}` } },
  });

  readonly linkNext = (after: string) => setNextPageLink(after, this.req, this.res, this.services.settings);
}

/** Checks the actor that the handler gets. A replay does nothing again, so only one with a new secret is checked. */
function checkRecentLogin({ recentLogin }: Call, { actor, services }: HandlerContext): void {
  if (recentLogin && actor) requireRecentLogin(actor, recentLogin, services.settings);
}

function auditEventsOf(request: ValidRequest, audit: AuditRecorder): AuditEvent[] {
  const { name, call, actor, res } = request;
  if (!call.audited || !actor || request.needsConfirmation) return [];
  return audit.events({
    action: name,
    actor: principalOf(actor),
    actorKey: actor.personalKey,
    credential: actor.credential.kind,
    credentialId: actor.credential.id,
    request: contextOf(res).request,
  });
}

/** Throws an internal error if the handler fails with a type that the call does not declare. */
async function checkDeclaredErrors({ name, call }: ValidRequest, run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiError) || mayFailWith(call, error.type)) throw error;
    throw new AppError(`${name} failed with ${error.type}, which the call table does not declare`, { cause: error });
  }
}

/** The workspace and the user that the path names. */
function auditTargetOf(params: unknown): AuditEventFields {
  const { workspaceId, userId } = (params ?? {}) as { workspaceId?: string; userId?: string };
  return { ...(workspaceId !== undefined && { workspaceId }), ...(userId !== undefined && { subjectUserId: userId }) };
}
