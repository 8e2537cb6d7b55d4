const gap = 6;
const margin = 8;

/** Puts a fixed popup above or below its anchor, on the other side where there is no room, within the window. */
export function placeBeside(popup: HTMLElement, anchor: Element, side: 'top' | 'bottom') {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popup;
  const above = at.top - gap - height;
  const below = at.bottom + gap;
  const fitsAbove = above >= margin;
  const fitsBelow = below + height <= window.innerHeight - margin;
  const onTop = side === 'top' ? fitsAbove || !fitsBelow : !fitsBelow && fitsAbove;
  const centred = at.left + at.width / 2 - width / 2;
  const left = Math.max(margin, Math.min(centred, window.innerWidth - width - margin));
  popup.style.left = `${Math.round(left)}px`;
  popup.style.top = `${Math.round(onTop ? above : below)}px`;
}
