/**
 * For what stands at the foot of a list and goes away once it was pressed: where the focus goes with it, the row gets it
 * that came first since then, or the last one where none came.
 */
export function keepPlace(foot: HTMLElement | null): () => void {
  const around = foot?.parentElement;
  const rows = () => [...(around?.querySelectorAll<HTMLElement>('tbody > tr, :scope > ul > li') ?? [])];
  let before = 0;
  foot?.addEventListener('click', () => (before = rows().length));
  return () => {
    if (!foot?.contains(document.activeElement)) return;
    requestAnimationFrame(() => {
      const row = rows()[before] ?? rows().at(-1);
      if (!row || document.activeElement !== document.body) return;
      // Nobody gets to a row by Tab, but from it to what it holds.
      row.tabIndex = -1;
      row.focus();
    });
  };
}
