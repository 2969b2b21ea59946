import { fileURLToPath } from 'node:url';

/** What the bundler tells of the graph of modules. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * The parts of the client that are used together, each with the files that it begins with: one download for a part, not one for
 * every screen. `start` is the dashboard with what runs behind it, `sender` a sender's other screens.
 */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  landing: ['screens/public/landing.tsx'],
  start: [
    'screens/money/dashboard.tsx',
    'transfers/quick-send/quick-send.tsx',
    'transfers/payment/payments-watch.tsx',
    'app/live-updates.tsx',
    'app/frames/app-frame.tsx',
  ],
  toasts: ['ui/feedback/toaster.tsx'],
  suggestions: ['recipients/recipient-suggestions.tsx'],
  account: [
    'screens/account/sign-in.tsx',
    'screens/account/sign-up.tsx',
    'screens/account/link-sign-in.tsx',
    'screens/account/forgot.tsx',
    'screens/account/reset.tsx',
    'screens/account/confirm.tsx',
    'screens/account/sign-in-code.tsx',
    'app/frames/auth-frame.tsx',
    'app/frames/auth-example.tsx',
  ],
  public: [
    'screens/public/terms.tsx',
    'screens/public/privacy.tsx',
    'screens/public/fees.tsx',
    'screens/public/shared.tsx',
    'screens/public/receipt-check.tsx',
  ],
  sender: [
    'screens/money/transactions.tsx',
    'screens/money/transaction.tsx',
    'screens/money/receipt.tsx',
    'screens/money/statements.tsx',
    'screens/money/statement.tsx',
    'screens/money/saved-cards.tsx',
    'screens/money/recipients.tsx',
    'screens/account/verification.tsx',
    'screens/account/profile.tsx',
    'screens/account/closed.tsx',
    'screens/account/second-factor.tsx',
    'screens/money/payment.tsx',
  ],
  staff: [
    'review/frame/staff-frame.tsx',
    'review/overview/overview.tsx',
    'review/queue/queue.tsx',
    'verification/checks/checks.tsx',
    'review/case/case.tsx',
    'payouts/payout-desk.tsx',
  ],
};

/** Who takes its modules, and the packages that they need, before the others: `shared`, `forms` and `more` are of several parts. */
const FIRST = ['shared', 'forms', 'start', 'toasts', 'suggestions', 'more'];

/**
 * The files of the client. The landing page loads nothing that only others need, and the dashboard nothing that only later
 * screens need.
 */
export function chunkGroups(): { name: (id: string, graph: Graph) => string | null; priority: number }[] {
  const names = [...new Set([...FIRST, ...Object.keys(PARTS)])];
  const nameOf = chunkNames();
  return names.map((name, place) => ({
    name: (id, graph) => (nameOf(id, graph) === name ? name : null),
    priority: names.length - place,
  }));
}

function chunkNames(): (id: string, graph: Graph) => string | null {
  let reached: Readonly<Record<string, ReadonlySet<string>>> | undefined;
  return (id, graph) => {
    reached ??= reachedIn(graph);
    const parts = Object.keys(PARTS).filter((part) => reached?.[part]?.has(id));
    if (parts.length < 2) return parts[0] ?? null;
    if (parts.includes('landing')) return 'shared';
    const isOfVisitors = parts.includes('account') || parts.includes('public');
    if (parts.includes('start')) return isOfVisitors ? 'forms' : 'start';
    return 'more';
  };
}

/** Our own modules that each part imports, not counting what it loads later. */
function reachedIn(graph: Graph): Readonly<Record<string, ReadonlySet<string>>> {
  return Object.fromEntries(
    Object.entries(PARTS).map(([part, files]) => {
      const found = new Set<string>();
      const visit = (id: string): void => {
        const info = found.has(id) || id.includes('/node_modules/') ? null : graph.getModuleInfo(id);
        if (!info) return;
        found.add(id);
        info.importedIds.forEach(visit);
      };
      for (const file of files) {
        const id = fileURLToPath(new URL(`src/${file}`, import.meta.url));
        if (!graph.getModuleInfo(id)) throw new Error(`No screen of the client is in ${file}`);
        visit(id);
      }
      return [part, found];
    }),
  );
}
