/** What package.json's "engines" says, in words: without this line an old version fails somewhere inside the build. */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (isSupported) return;
  console.error(`Flip needs Node 20.19+, 22.12+ or 24; this is ${version}.`);
  process.exit(1);
}
