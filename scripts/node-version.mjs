// Runs before packages are installed and on any version of Node, so it must not use recent features.

/** Exits with an error message if this version of Node is not supported. Keep in sync with `engines` in package.json. */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  const isSupported = (major === 20 && minor >= 20) || (major === 22 && minor >= 22) || major >= 24;
  if (isSupported) return;
  process.stderr.write(
    `Node 20.20+, 22.22+ or 24+ is required; this is Node ${version}. ` +
      'Install Node 24 from https://nodejs.org or with your version manager.\n',
  );
  process.exit(1);
}
