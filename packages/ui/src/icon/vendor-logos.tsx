import { createLogoIcon } from './logo-icon.tsx';

const toLogoIcon = ({ default: svg }: { default: string }) => ({ default: createLogoIcon(svg) });

/** Logos from Simple Icons. They remain the trademarks of their owners. */
export const vendorLogos = {
  // Clouds
  'logo-google-cloud': () => import('simple-icons/icons/googlecloud.svg?raw').then(toLogoIcon),
  'logo-digitalocean': () => import('simple-icons/icons/digitalocean.svg?raw').then(toLogoIcon),
  'logo-hetzner': () => import('simple-icons/icons/hetzner.svg?raw').then(toLogoIcon),
  'logo-openstack': () => import('simple-icons/icons/openstack.svg?raw').then(toLogoIcon),
  // Containers
  'logo-docker': () => import('simple-icons/icons/docker.svg?raw').then(toLogoIcon),
  'logo-podman': () => import('simple-icons/icons/podman.svg?raw').then(toLogoIcon),
  'logo-containerd': () => import('simple-icons/icons/containerd.svg?raw').then(toLogoIcon),
  // Orchestration
  'logo-kubernetes': () => import('simple-icons/icons/kubernetes.svg?raw').then(toLogoIcon),
  'logo-helm': () => import('simple-icons/icons/helm.svg?raw').then(toLogoIcon),
  'logo-nomad': () => import('simple-icons/icons/nomad.svg?raw').then(toLogoIcon),
  'logo-rancher': () => import('simple-icons/icons/rancher.svg?raw').then(toLogoIcon),
  // Chat
  'logo-mattermost': () => import('simple-icons/icons/mattermost.svg?raw').then(toLogoIcon),
  'logo-zulip': () => import('simple-icons/icons/zulip.svg?raw').then(toLogoIcon),
  'logo-rocket-chat': () => import('simple-icons/icons/rocketdotchat.svg?raw').then(toLogoIcon),
  // Code hosting
  'logo-gitlab': () => import('simple-icons/icons/gitlab.svg?raw').then(toLogoIcon),
  'logo-bitbucket': () => import('simple-icons/icons/bitbucket.svg?raw').then(toLogoIcon),
  'logo-codeberg': () => import('simple-icons/icons/codeberg.svg?raw').then(toLogoIcon),
  // Editors
  'logo-neovim': () => import('simple-icons/icons/neovim.svg?raw').then(toLogoIcon),
  'logo-vim': () => import('simple-icons/icons/vim.svg?raw').then(toLogoIcon),
  'logo-jetbrains': () => import('simple-icons/icons/jetbrains.svg?raw').then(toLogoIcon),
  'logo-vscodium': () => import('simple-icons/icons/vscodium.svg?raw').then(toLogoIcon),
  'logo-zed': () => import('simple-icons/icons/zedindustries.svg?raw').then(toLogoIcon),
  // CDNs
  'logo-cloudflare': () => import('simple-icons/icons/cloudflare.svg?raw').then(toLogoIcon),
  'logo-fastly': () => import('simple-icons/icons/fastly.svg?raw').then(toLogoIcon),
  'logo-akamai': () => import('simple-icons/icons/akamai.svg?raw').then(toLogoIcon),
};
