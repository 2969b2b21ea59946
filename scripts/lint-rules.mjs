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

export default { meta: { name: 'flip' }, rules: { 'no-current-time': noCurrentTime } };
