const untranslated = 'script, style, textarea, [translate="no"], [translate="no"] *, font';

const isTranslated = (node: Node): node is Text =>
  node instanceof Text && node.data.trim() !== '' && node.parentElement?.closest(untranslated) === null;

const createFont = () => document.createElementNS('http://www.w3.org/1999/xhtml', 'font');

/** Chrome replaces each text by its translation in two `<font>` elements. */
function translate(text: Text): void {
  const outer = createFont();
  const inner = createFont();
  inner.textContent = text.data;
  outer.append(inner);
  text.replaceWith(outer);
}

function translateAll(root: Node): void {
  if (isTranslated(root)) {
    translate(root);
    return;
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) if (isTranslated(walker.currentNode)) texts.push(walker.currentNode);
  texts.forEach(translate);
}

/**
 * Translates the page, and what is added to it, as the browser's translation does: React no longer finds the texts that
 * it rendered. Source: https://github.com/facebook/react/issues/11538. Returns a function that stops it.
 */
export function translatePage(): () => void {
  translateAll(document.body);
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) addedNodes.forEach(translateAll);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
