/** The portal's mark, `apps/portal/public/mark.svg`. */
export const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 32 32" fill="none">
  <rect width="32" height="32" rx="8" fill="#3f51e0" />
  <g fill="#fff" stroke="#fff" stroke-width="2">
    <path d="M10.5 12.5 16 21.5l5.5-9" fill="none" stroke-linejoin="round" />
    <circle cx="10" cy="11" r="2.75" /><circle cx="22" cy="11" r="2.75" /><circle cx="16" cy="22" r="2.75" />
  </g>
</svg>`;
