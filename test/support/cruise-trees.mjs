// Cruises several trees in one process: node cruise-trees.mjs <config> <tree>… prints, for each tree, the names of the
// import rules that it breaks, as JSON.
import { pathToFileURL } from 'node:url';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const [config, ...trees] = process.argv.slice(2);
const { default: ruleSet } = await import(pathToFileURL(config).href);
const { forbidden, options } = ruleSet;
const broken = [];
for (const tree of trees) {
  process.chdir(tree);
  const tsConfig = extractTSConfig(options.tsConfig.fileName);
  const { output } = await cruise(
    ['api/src', 'simulator', 'web/src'],
    { ...options, ruleSet: { forbidden }, validate: true, baseDir: tree },
    undefined,
    { tsConfig },
  );
  broken.push([...new Set(output.summary.violations.map(({ rule }) => rule.name))]);
}
console.log(JSON.stringify(broken));
