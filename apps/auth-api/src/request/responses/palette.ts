/** The fonts, which `mountFonts` serves, and the colors of the API's HTML pages: those of the portal, light and dark. */
export const palette = `@font-face{font-family:Inter;src:url(/fonts/inter.woff2) format('woff2');font-weight:100 900;font-display:swap}
@font-face{font-family:'JetBrains Mono';src:url(/fonts/jetbrains-mono.woff2) format('woff2');font-weight:100 800;font-display:swap}
:root{color-scheme:light dark;--sans:Inter,ui-sans-serif,system-ui,sans-serif;--mono:'JetBrains Mono',ui-monospace,monospace;
--page:#f9fafb;--card:#fff;--line:#e4e7eb;--strong:#14171d;--text:#24282f;--soft:#585e68;--link:#2d49c3;--solid:#395ae4;--solid-hover:#3250d4;--focus:#5075f6;--code:#f3f4f6}
@media (prefers-color-scheme:dark){:root{--page:#0b0d10;--card:#121418;--line:#363940;--strong:#f2f3f5;--text:#dadce0;--soft:#a0a5ad;--link:#a2bcff;--solid:#4162da;--solid-hover:#4b6ee3;--focus:#7b9eff;--code:#1c1f25}}`;
