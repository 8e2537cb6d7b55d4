/** Tells those who would ask. On its own, for the first screens know of nothing that could be lost. */
export const leaving = new EventTarget();

/** Lets the page be left without a question: for a way that somebody has just chosen knowingly. */
export const leaveUnasked = () => void leaving.dispatchEvent(new Event('unasked'));
