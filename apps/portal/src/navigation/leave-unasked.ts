/** Lets the page be left without the browser's question, once: for a way that somebody has just chosen knowingly. */
export function leaveUnasked(): void {
  const settle = (event: BeforeUnloadEvent) => event.stopImmediatePropagation();
  // While capturing, so that it comes before whoever would ask.
  window.addEventListener('beforeunload', settle, { capture: true, once: true });
}
