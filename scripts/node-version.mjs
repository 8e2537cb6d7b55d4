// Runs before anything is installed, and on any Node: nothing here may need a recent one.

/** Ends with one sentence when this Node is too old; package.json's engines say the same to npm. */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24;
  if (fits) return;
  process.stderr.write(
    `This needs Node 20.19 or later, 22.12 or later, or 24 and above; this is Node ${version}. ` +
      'Install one from https://nodejs.org, or with your version manager.\n',
  );
  process.exit(1);
}
