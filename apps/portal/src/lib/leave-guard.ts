/** Unsaved changes, which are lost when the user leaves the page. */
const unsavedChanges = new Set<symbol>();
/** The unsaved changes for which the browser asks the user before it unloads the document. */
const unloadPrompts = new Set<symbol>();
/** Requests that are aborted when the document is unloaded. */
const pendingRequests = new Set<symbol>();

const events = new EventTarget();

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();

function update(): void {
  // The listener can keep a page out of the back-forward cache, so it is removed when it is not needed.
  if (unloadPrompts.size > 0) window.addEventListener('beforeunload', preventUnload);
  else window.removeEventListener('beforeunload', preventUnload);
  // React runs all cleanups of a commit before its new effects. The event waits for both, so that a listener never sees
  // the state between them.
  queueMicrotask(() => events.dispatchEvent(new Event('change')));
}

/** Asks the user before they leave the page. Call the returned function to stop. */
export function markUnsaved(): () => void {
  const change = Symbol('unsaved change');
  unsavedChanges.add(change);
  unloadPrompts.add(change);
  update();
  return () => {
    unsavedChanges.delete(change);
    unloadPrompts.delete(change);
    update();
  };
}

/** Delays a navigation to an instance until the returned function is called. */
export function markPending(): () => void {
  const request = Symbol('pending request');
  pendingRequests.add(request);
  update();
  return () => {
    pendingRequests.delete(request);
    update();
  };
}

/** Delays a navigation to an instance until a request completes, even if the user leaves the page of the request. */
export async function trackPending<Result>(request: () => Promise<Result>): Promise<Result> {
  const release = markPending();
  try {
    return await request();
  } finally {
    release();
  }
}

/** Lets the browser unload the document without asking, for a navigation that the user has just confirmed. */
export function allowLeaving(): void {
  unloadPrompts.clear();
  update();
}

export const hasUnsavedChanges = () => unsavedChanges.size > 0;

export const hasPendingRequests = () => pendingRequests.size > 0;

/** Calls the listener when the state may have changed. Returns a function that unsubscribes it. */
export function subscribeToLeaveGuard(listener: () => void): () => void {
  events.addEventListener('change', listener);
  return () => events.removeEventListener('change', listener);
}

/** Resolves when no request is pending. */
export const waitForPendingRequests = () => waitUntil(() => !hasPendingRequests());

/** Resolves when no request is pending and the changes on the page are saved or discarded. */
export const waitForUnsavedChanges = () => waitUntil(() => !hasUnsavedChanges() && !hasPendingRequests());

function waitUntil(isMet: () => boolean): Promise<void> {
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
