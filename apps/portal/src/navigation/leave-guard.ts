/** Unsaved changes, which leaving the page loses. */
const unsavedChanges = new Set<symbol>();
/** Those of them for which the browser asks before the document is left. */
const askedAbout = new Set<symbol>();
/** Requests that leaving the document aborts. */
const pendingRequests = new Set<symbol>();

const changes = new EventTarget();

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();

function update(): void {
  // A page with such a listener may be kept out of the back-forward cache, so it is there only while it is needed.
  if (askedAbout.size > 0) window.addEventListener('beforeunload', preventUnload);
  else window.removeEventListener('beforeunload', preventUnload);
  // React runs all cleanups of a commit before its new effects. The event waits for both, so that a listener does not
  // act between the end of one reason to stay and the start of the next.
  queueMicrotask(() => changes.dispatchEvent(new Event('change')));
}

/** Has the user asked before the page is left, until the returned function is called. */
export function markUnsaved(): () => void {
  const change = Symbol('unsaved change');
  unsavedChanges.add(change);
  askedAbout.add(change);
  update();
  return () => {
    unsavedChanges.delete(change);
    askedAbout.delete(change);
    update();
  };
}

/** Has a trip to another site wait until the returned function is called. */
export function markPending(): () => void {
  const request = Symbol('pending request');
  pendingRequests.add(request);
  update();
  return () => {
    pendingRequests.delete(request);
    update();
  };
}

/** Has a trip to another site wait for a request, also where the user leaves its page meanwhile. */
export async function whilePending<Result>(request: () => Promise<Result>): Promise<Result> {
  const release = markPending();
  try {
    return await request();
  } finally {
    release();
  }
}

/** Lets the document be left without a question: for a navigation that the user has just chosen knowingly. */
export function allowLeaving(): void {
  askedAbout.clear();
  update();
}

export const hasUnsavedChanges = () => unsavedChanges.size > 0;

export const hasPendingRequests = () => pendingRequests.size > 0;

/** Calls the listener whenever any of it may have changed, until the returned function is called. */
export function subscribeToLeaveGuard(listener: () => void): () => void {
  changes.addEventListener('change', listener);
  return () => changes.removeEventListener('change', listener);
}

/** Resolves once no request is pending. */
export const pendingRequestsSettled = () => until(() => !hasPendingRequests());

/** Resolves once leaving the page loses nothing: what was changed on it is saved, undone or given up. */
export const nothingToLose = () => until(() => !hasUnsavedChanges() && !hasPendingRequests());

function until(isMet: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!isMet()) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = subscribeToLeaveGuard(check);
    check();
  });
}
