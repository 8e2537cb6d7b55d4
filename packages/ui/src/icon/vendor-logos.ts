import { logoGlyph } from './logo-glyph.tsx';

const logo = ({ default: picture }: { default: string }) => ({ default: logoGlyph(picture) });

/** Marks of their owners, from the Simple Icons collection; vendors that it does not have are missing here too. */
export const vendorLogos = {
  // Clouds
  'logo-google-cloud': () => import('simple-icons/icons/googlecloud.svg?raw').then(logo),
  'logo-digitalocean': () => import('simple-icons/icons/digitalocean.svg?raw').then(logo),
  'logo-hetzner': () => import('simple-icons/icons/hetzner.svg?raw').then(logo),
  'logo-openstack': () => import('simple-icons/icons/openstack.svg?raw').then(logo),
  // Containers
  'logo-docker': () => import('simple-icons/icons/docker.svg?raw').then(logo),
  'logo-podman': () => import('simple-icons/icons/podman.svg?raw').then(logo),
  'logo-containerd': () => import('simple-icons/icons/containerd.svg?raw').then(logo),
  // Orchestration
  'logo-kubernetes': () => import('simple-icons/icons/kubernetes.svg?raw').then(logo),
  'logo-helm': () => import('simple-icons/icons/helm.svg?raw').then(logo),
  'logo-nomad': () => import('simple-icons/icons/nomad.svg?raw').then(logo),
  'logo-rancher': () => import('simple-icons/icons/rancher.svg?raw').then(logo),
  // Chat
  'logo-discord': () => import('simple-icons/icons/discord.svg?raw').then(logo),
  'logo-mattermost': () => import('simple-icons/icons/mattermost.svg?raw').then(logo),
  'logo-zulip': () => import('simple-icons/icons/zulip.svg?raw').then(logo),
  'logo-rocket-chat': () => import('simple-icons/icons/rocketdotchat.svg?raw').then(logo),
  // Code hosting
  'logo-github': () => import('simple-icons/icons/github.svg?raw').then(logo),
  'logo-gitlab': () => import('simple-icons/icons/gitlab.svg?raw').then(logo),
  'logo-bitbucket': () => import('simple-icons/icons/bitbucket.svg?raw').then(logo),
  'logo-codeberg': () => import('simple-icons/icons/codeberg.svg?raw').then(logo),
  // Editors
  'logo-neovim': () => import('simple-icons/icons/neovim.svg?raw').then(logo),
  'logo-vim': () => import('simple-icons/icons/vim.svg?raw').then(logo),
  'logo-jetbrains': () => import('simple-icons/icons/jetbrains.svg?raw').then(logo),
  'logo-vscodium': () => import('simple-icons/icons/vscodium.svg?raw').then(logo),
  'logo-zed': () => import('simple-icons/icons/zedindustries.svg?raw').then(logo),
  // CDNs
  'logo-cloudflare': () => import('simple-icons/icons/cloudflare.svg?raw').then(logo),
  'logo-fastly': () => import('simple-icons/icons/fastly.svg?raw').then(logo),
  'logo-akamai': () => import('simple-icons/icons/akamai.svg?raw').then(logo),
};
