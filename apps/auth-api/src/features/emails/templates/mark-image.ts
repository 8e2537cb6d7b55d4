import type { EmailImage } from '../../../integrations/smtp/mailer.ts';

const png = [
  'iVBORw0KGgoAAAANSUhEUgAAADgAAAA4CAQAAAACj/OVAAABdklEQVR42u2XoXLDMAyGDQICCwYMCwcHAgYC8gADfYzCwICB8IE9QkFBYWHhYE',
  'FBQMFgHiGgIKDgn27VcpfGdnexne02q9dcIv/Vd65jSRYQ035EAAZgAAbg/wPGeERG3xiOlKbBGV5xwsVOdD9zoDQA71GjbzX57JQGYIwjhnZU',
  '/GHfVxqBOdSWWyiNwIMmzMFCaQTqbbzydwEbTZDGQmkErjVh1hZKI/ABZ0WQM/nHK29s/FIRprRU3khtOdpekBZSqZMDXT42eUs8Y4c3VMZ1+V',
  'rFipQ7+oW0L09Rl76ywVjWJbPIZT1MOez7VdiIPBdLXRfgFQcuet6CvSv3Ff+Ot3iLeeeb8+vS0KiHFmPJs9l2ni17lr56mj0DFp9PC37a+2ui',
  'Es4q/Wvis2vbDHLKxmebmCjyptcZVsq6UPkCptpSm/oBFlpg4QdYaoHlH5nh5Gs4+Vv6A/tQ4OmqLWzI4/lAKvHCp6Wa7mQ4cgdgAAZgAIoP3S',
  'wGJfmeNCAAAAAASUVORK5CYII=',
].join('');

/**
 * The white lines of the portal's mark (`apps/portal/public/mark.svg`), with twice the pixels of its size in an email. It is attached
 * to the email, because mail programs remove SVG and `data:` URLs, and many ask before they load an image from the network.
 */
export const markImage: EmailImage = { cid: 'mark', content: Buffer.from(png, 'base64') };
