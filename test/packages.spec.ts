import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface Component {
  readonly name: string;
  readonly version: string;
}

interface Inventory {
  readonly bomFormat: string;
  readonly components: readonly Component[];
}

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

describe('the inventory of packages (npm run sbom)', () => {
  const bom = JSON.parse(
    execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 64 * 1_024 * 1_024 }),
  ) as Inventory;
  const listed = new Set(bom.components.map(({ name, version }) => `${name}@${version}`));

  it('names every package that the lockfile installs, in the version that it pins (ASVS 15.1.2)', () => {
    const { packages } = read('package-lock.json') as {
      packages: Record<string, { version: string; name?: string; optional?: boolean }>;
    };
    const missing = Object.entries(packages)
      .filter(([folder, { optional }]) => folder !== '' && optional !== true)
      // A package installed under another name is listed by one of its names.
      .map(([folder, { name, version }]) =>
        [String(folder.split('node_modules/').at(-1)), name].map((known) => `${String(known)}@${version}`),
      )
      .filter((names) => !names.some((name) => listed.has(name)));
    expect(bom.bomFormat).toBe('CycloneDX');
    expect(missing).toEqual([]);
  });

  it('names the packages that are compiled into the pages', () => {
    const { devDependencies } = read('package.json') as { devDependencies: Record<string, string> };
    for (const name of [
      'react',
      'react-dom',
      'react-router-dom',
      'swr',
      '@mantine/core',
      '@mantine/charts',
      'i18next',
    ])
      expect(listed).toContain(`${name}@${devDependencies[name] ?? 'missing'}`);
  });
});
