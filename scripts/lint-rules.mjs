/** Rules of the linter that no library has. */

/** Rules and kernel take every instant from their caller, so that a replay decides the same (docs/architecture.md). */
const noCurrentTime = {
  meta: { type: 'problem', messages: { now: 'Time arrives in the command.' } },
  create: (context) => ({
    NewExpression(node) {
      if (node.callee.name === 'Date' && node.arguments.length === 0)
        context.report({ node, messageId: 'now' });
    },
  }),
};

/** Names of members that one file alone may use: there they are bounded, or brought to one form. */
const ONLY_IN = {
  normalize: {
    file: 'api/src/kernel/text/normal-text.ts',
    message:
      'Unbounded normalization takes quadratic time: use normalText (api/src/kernel/text/normal-text.ts).',
  },
  ...Object.fromEntries(
    ['localStorage', 'sessionStorage'].map((name) => [
      name,
      {
        file: 'web/src/lib/storage.ts',
        message: 'Some browsers have none: use storage (web/src/lib/storage.ts).',
      },
    ]),
  ),
  ip: {
    file: 'api/src/http/edge/caller-network.ts',
    message:
      'Limits count addresses in one form: use addressOf or networkOf (api/src/http/edge/caller-network.ts).',
  },
};

/** A member or destructured name of `ONLY_IN` outside its file. */
const onlyInItsFile = {
  meta: { type: 'problem' },
  create: (context) => {
    const check = (node, name) => {
      const only = Object.hasOwn(ONLY_IN, name) ? ONLY_IN[name] : undefined;
      if (only && !context.filename.endsWith(only.file)) context.report({ node, message: only.message });
    };
    return {
      MemberExpression(node) {
        check(node, node.computed ? node.property.value : node.property.name);
      },
      ObjectPattern(node) {
        for (const { key } of node.properties) check(node, key?.name ?? key?.value);
      },
    };
  },
};

/** Nest calls the constructor of a decorated class: its parameters are the list of what the class needs. */
const isCalledByNest = ({ parent }) =>
  parent.kind === 'constructor' && parent.parent.parent.decorators.length > 0;

/** The limit on parameters, without the constructors that Nest calls. */
const maxParams = {
  meta: {
    type: 'suggestion',
    schema: [{ type: 'integer' }],
    messages: { many: '{{count}} parameters, more than {{max}}.' },
  },
  create: (context) => {
    const [max] = context.options;
    const check = (node) => {
      const count = node.params.length;
      if (count > max && !isCalledByNest(node))
        context.report({ node, messageId: 'many', data: { max, count } });
    };
    return {
      FunctionDeclaration: check,
      FunctionExpression: check,
      ArrowFunctionExpression: check,
      TSDeclareFunction: check,
      TSEmptyBodyFunctionExpression: check,
    };
  },
};

/** `{ ...{ a, b }, c }` says no more than `{ a, b, c }`; how many lines it takes is the formatter's decision. */
const plainProperties = {
  meta: { type: 'suggestion', messages: { plain: 'Write these properties without a literal around them.' } },
  create: (context) => ({
    SpreadElement(node) {
      if (node.parent.type === 'ObjectExpression' && node.argument.type === 'ObjectExpression')
        context.report({ node, messageId: 'plain' });
    },
  }),
};

export default {
  meta: { name: 'flip' },
  rules: {
    'no-current-time': noCurrentTime,
    'only-in-its-file': onlyInItsFile,
    'max-params': maxParams,
    'plain-properties': plainProperties,
  },
};
