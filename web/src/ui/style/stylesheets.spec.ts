import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const SOURCE = join(process.cwd(), 'web/src');
const filesOf = (ending: RegExp) =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.includes('.spec.'))
    .map((name) => ({ name, text: readFileSync(join(SOURCE, name), 'utf8') }));

const withoutComments = (text: string) => text.replaceAll(/\/\*.*?\*\//gs, '');

/** The names of classes in the selectors of the stylesheets, apart from those of Mantine's parts. */
function definedClasses(): Set<string> {
  const selectors = filesOf(/\.css$/).flatMap(({ text }) =>
    [...withoutComments(text).matchAll(/[^{};]+(?=\{)/g)].map(([selector]) => selector),
  );
  const names = selectors
    .filter((selector) => !selector.trim().startsWith('@'))
    .flatMap((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name));
  return new Set(names.filter((name) => !name.startsWith('mantine-')));
}

/** The names of classes in the source with their files: every word of a text that is given to something named `className`. */
function usedClasses(): Map<string, readonly string[]> {
  const used = new Map<string, readonly string[]>();
  for (const { name, text } of filesOf(/\.tsx?$/)) {
    const visit = (node: ts.Node): void => {
      if (isClassName(node))
        for (const word of textsIn(node.initializer).flatMap((found) => found.split(/\s+/)))
          if (word !== '') used.set(word, [...(used.get(word) ?? []), name]);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  }
  return used;
}

type Named = ts.JsxAttribute | ts.VariableDeclaration | ts.PropertyAssignment | ts.BindingElement;

function isClassName(node: ts.Node): node is Named {
  const isNamed =
    ts.isJsxAttribute(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isBindingElement(node);
  return isNamed && node.name.getText() === 'className';
}

/** The texts that an expression may result in; what it compares is none of them. */
function textsIn(node: ts.Node | undefined): string[] {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(textsIn);
  if (ts.isTemplateExpression(node))
    return [
      node.head.text,
      ...node.templateSpans.flatMap((span) => [span.literal.text, ...textsIn(span.expression)]),
    ];
  const texts: string[] = [];
  ts.forEachChild(node, (child) => {
    texts.push(...textsIn(child));
  });
  return texts;
}

/** What Mantine's style props set. */
const STYLE_PROPS =
  /^(?:(?:margin|padding)(?:-\w+)*|(?:(?:min|max)-)?(?:width|height)|color|background|border|border-radius|font-(?:family|size|style|weight)|letter-spacing|line-height|text-(?:align|transform)|display|flex|inset|top|left|right|bottom|opacity|position)$/;
const CONDITIONAL = /@[^{};]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g;
/** The look of a part that stands in as many places is worth a name. */
const PLACES_OF_A_PART = 3;

/** The classes of one or two elements that set only what style props set, whatever the element's state and surroundings. */
function classesLikeStyleProps(): string[] {
  const sheets = withoutComments(
    filesOf(/\.css$/)
      .map(({ text }) => text)
      .join('\n'),
  );
  const conditional = (sheets.match(CONDITIONAL) ?? []).join('\n');
  const rules = [...sheets.replaceAll(CONDITIONAL, '').matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(
    ([, selector = '', body = '']) => ({ selector: selector.trim(), body }),
  );
  return [...defined].filter((name) => {
    const mentions = new RegExp(`\\.${name}(?![\\w-])`);
    const own = rules.filter(({ selector }) => mentions.test(selector));
    const properties = own.flatMap(({ body }) =>
      [...body.matchAll(/([\w-]+)\s*:/g)].map(([, property = '']) => property),
    );
    return (
      !mentions.test(conditional) &&
      own.every(({ selector }) => selector === `.${name}`) &&
      properties.every((property) => STYLE_PROPS.test(property)) &&
      (used.get(name)?.length ?? 0) < PLACES_OF_A_PART
    );
  });
}

/** Sheets that are loaded before those of single screens, which build upon them: every page's, and the console's. */
const SHARED = /^(?:ui\/|app\/frames\/frame\.css$|review\/frame\/console\.css$)/;

/** The sheets that begin a selector with a class, by class; not those that every page has. */
function sheetsOfClasses(): Map<string, Set<string>> {
  const sheets = new Map<string, Set<string>>();
  for (const { name, text } of filesOf(/\.css$/).filter((file) => !SHARED.test(file.name)))
    for (const [, first = ''] of withoutComments(text)
      .replaceAll(/:is\([^)]*\)/g, '')
      .matchAll(/(?:^|[{};,])\s*\.([a-z][\w-]*)/gi))
      sheets.set(first, (sheets.get(first) ?? new Set()).add(name));
  return sheets;
}

const defined = definedClasses();
const used = usedClasses();

it('every class that an element has is in a stylesheet', () => {
  const missing = [...used].filter(([name]) => !defined.has(name));
  expect(missing).toEqual([]);
});

it('every class of a stylesheet is given to an element', () => {
  expect([...defined].filter((name) => !used.has(name))).toEqual([]);
});

it('no class only repeats style props', () => {
  expect(classesLikeStyleProps()).toEqual([]);
});

it('no two sheets give one class different looks: screens stay loaded beside each other', () => {
  const shared = [...sheetsOfClasses()].filter(([, sheets]) => sheets.size > 1);
  expect(shared.map(([name, sheets]) => [name, ...sheets])).toEqual([]);
});
