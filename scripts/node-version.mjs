// Runs before anything is installed, and on any Node: nothing here may need a recent one.

/** Ends with one sentence when this Node is too old; package.json's engines say the same to npm. */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  const fits = (major === 20 && minor >= 20) || (major === 22 && minor >= 22) || major >= 24;
  if (fits) return;
  process.stderr.write(
    `This needs Node 20.20 or later, 22.22 or later, or 24 and above; this is Node ${version}. ` +
      'Install one from https://nodejs.org, or with your version manager.\n',
  );
  process.exit(1);
}
