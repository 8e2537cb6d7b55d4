/** The CSS variables of the API's HTML pages, with light and dark colors. */
export const palette = `:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--line:#d9dde3;--text:#15181d;--soft:#545b66;--action-color:#2350d9;--on-action:#fff;--code:#eef0f4}
@media (prefers-color-scheme:dark){:root{--page:#0d0f13;--card:#161a20;--line:#2b313b;--text:#eceef2;--soft:#a3abb8;--action-color:#8aa9ff;--on-action:#0d0f13;--code:#1f242c}}`;
