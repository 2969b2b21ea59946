import { createHash, randomBytes } from 'node:crypto';
import { type Book, bookOf, stepsOf } from '../control/provider-book.js';
import type { Simulation } from '../simulation.js';
import type { InquiryStatus, SimulatedInquiry } from '../control/simulator-state.js';
import type { WebhookEvent, WebhookSender } from '../control/webhook-sender.js';

/** How long an unfinished inquiry stays open. */
const INQUIRY_LIFE_MS = 24 * 60 * 60 * 1_000;
/** Most valid session tokens at a time. */
const SESSION_LIMIT = 5;

interface Step {
  readonly from: readonly InquiryStatus[];
  readonly to: InquiryStatus;
  readonly event: string;
}

/** The steps of an inquiry, with the statuses they start from and lead to. */
const STEPS = {
  start: { from: ['created'], to: 'pending', event: 'inquiry.started' },
  complete: { from: ['pending'], to: 'completed', event: 'inquiry.completed' },
  review: { from: ['completed', 'failed'], to: 'needs_review', event: 'inquiry.marked-for-review' },
  approve: {
    from: ['completed', 'needs_review', 'failed', 'declined'],
    to: 'approved',
    event: 'inquiry.approved',
  },
  decline: {
    from: ['completed', 'needs_review', 'failed', 'approved'],
    to: 'declined',
    event: 'inquiry.declined',
  },
  fail: { from: ['pending'], to: 'failed', event: 'inquiry.failed' },
  expire: { from: ['created', 'pending'], to: 'expired', event: 'inquiry.expired' },
} as const satisfies Record<string, Step>;
type InquiryStep = keyof typeof STEPS;

/** The provider's steps for each button of the hosted page, and for each decision of a reviewer or test. */
const OUTCOMES = {
  pass: ['start', 'complete', 'approve'],
  fail: ['start', 'fail'],
  review: ['start', 'complete', 'review'],
  expire: ['expire'],
  close: ['start'],
  start: ['start'],
  complete: ['complete'],
  approve: ['approve'],
  decline: ['decline'],
} as const satisfies Record<string, readonly InquiryStep[]>;
type Outcome = keyof typeof OUTCOMES;

export const isOutcome = (name: string): name is Outcome => Object.hasOwn(OUTCOMES, name);

/** The simulated provider's inquiries, their statuses, and the events of each change. */
export class PersonaInquiries {
  constructor(private readonly simulation: Simulation) {}

  /** A new inquiry with its first event. */
  create(request: Pick<SimulatedInquiry, 'templateId' | 'referenceId' | 'fields'>): {
    readonly inquiry: SimulatedInquiry;
    readonly event: WebhookEvent;
  } {
    const createdAt = new Date(this.nowMs).toISOString();
    const inquiry: SimulatedInquiry = {
      id: `inq_${randomName()}`,
      accountId: `act_${randomName()}`,
      ...request,
      status: 'created',
      createdAt,
      updatedAt: createdAt,
      expiresAt: new Date(this.nowMs + INQUIRY_LIFE_MS).toISOString(),
      reachedAt: { created: createdAt },
      redactedAt: null,
      sessionHashes: [],
    };
    this.simulation.memory.add('inquiries', inquiry);
    return { inquiry, event: eventOf('inquiry.created', inquiry) };
  }

  find(id: string): SimulatedInquiry | undefined {
    return this.inquiries.find((inquiry) => inquiry.id === id);
  }

  /** Newest first. */
  newest(limit: number): readonly SimulatedInquiry[] {
    return this.inquiries.slice(-limit).reverse();
  }

  /** With what the person checked, the provider or a reviewer there can do next. */
  book(webhooks: Pick<WebhookSender, 'send'>): Book {
    return bookOf(
      'checks',
      () => this.inquiries,
      (inquiry) => ({
        id: inquiry.id,
        title: nameOf(inquiry) || inquiry.id,
        detail: inquiry.id,
        at: inquiry.createdAt,
        status: inquiry.status,
        next: stepsOf(
          ...this.possible(inquiry).map((outcome) => {
            const finish = () => webhooks.send(this.finish(inquiry, outcome));
            return [true, outcome, finish] as const;
          }),
        ),
      }),
    );
  }

  private possible({ status, redactedAt }: SimulatedInquiry): readonly Outcome[] {
    if (redactedAt !== null) return [];
    if (status === 'created' || status === 'pending') return ['pass', 'fail', 'review', 'expire'];
    const decisions: readonly ('approve' | 'decline')[] = ['approve', 'decline'];
    return decisions.filter((step) => (STEPS[step] as Step).from.includes(status));
  }

  /** Whether the inquiry's time is over but it has not expired yet. */
  isOverdue(inquiry: SimulatedInquiry): boolean {
    const open = inquiry.status === 'created' || inquiry.status === 'pending';
    return open && this.nowMs >= Date.parse(inquiry.expiresAt);
  }

  /** A new session token for the hosted page; an expired inquiry opens again. Null when it cannot be resumed. */
  resume(inquiry: SimulatedInquiry): string | null {
    if (inquiry.status !== 'pending' && inquiry.status !== 'expired') return null;
    if (inquiry.status === 'expired') this.move(inquiry, 'pending');
    const token = randomBytes(24).toString('base64url');
    this.simulation.memory.change('inquiries', inquiry, {
      expiresAt: new Date(this.nowMs + INQUIRY_LIFE_MS).toISOString(),
      sessionHashes: [...inquiry.sessionHashes, hashOf(token)].slice(-SESSION_LIMIT),
    });
    return token;
  }

  /** Whether the hosted page may open: a created inquiry needs no session token, a pending one does. */
  opens(inquiry: SimulatedInquiry, sessionToken: string): boolean {
    if (inquiry.status === 'created') return true;
    return inquiry.status === 'pending' && inquiry.sessionHashes.includes(hashOf(sessionToken));
  }

  /** Takes the steps that are allowed now. `createdAt` replaces the instant of the last event, to test reordering. */
  finish(inquiry: SimulatedInquiry, outcome: Outcome, createdAt?: string): readonly WebhookEvent[] {
    const steps: readonly InquiryStep[] = OUTCOMES[outcome];
    const last = steps.at(-1);
    return steps.flatMap((step) => {
      const { from, to, event }: Step = STEPS[step];
      if (inquiry.redactedAt !== null || !from.includes(inquiry.status)) return [];
      this.move(inquiry, to);
      return [eventOf(event, inquiry, step === last ? createdAt : undefined)];
    });
  }

  /** Erases the personal data; the status stays. */
  redact(inquiry: SimulatedInquiry): WebhookEvent {
    const redactedAt = new Date(this.nowMs).toISOString();
    this.simulation.memory.change('inquiries', inquiry, { fields: {}, redactedAt });
    return eventOf('inquiry.redacted', inquiry, redactedAt);
  }

  /** Every change of an inquiry is later than the previous one, even with a frozen clock. */
  private move(inquiry: SimulatedInquiry, status: InquiryStatus): void {
    const at = new Date(Math.max(this.nowMs, Date.parse(inquiry.updatedAt) + 1)).toISOString();
    const reachedAt = { ...inquiry.reachedAt, [status]: at };
    this.simulation.memory.change('inquiries', inquiry, { status, updatedAt: at, reachedAt });
  }

  private get nowMs(): number {
    return this.simulation.clock.now();
  }

  private get inquiries(): readonly SimulatedInquiry[] {
    return this.simulation.memory.state.inquiries;
  }
}

/** Empty when it was not given or is erased. */
export function nameOf({ fields }: SimulatedInquiry): string {
  return [fields['name-first'], fields['name-last']].filter(Boolean).join(' ');
}

/** An inquiry in the format of the API and the webhooks. */
export function resourceOf(inquiry: SimulatedInquiry): object {
  const reached = inquiry.reachedAt;
  return {
    type: 'inquiry',
    id: inquiry.id,
    attributes: {
      status: inquiry.status,
      'reference-id': inquiry.referenceId,
      behaviors: {},
      tags: [],
      creator: 'API',
      'created-at': inquiry.createdAt,
      'updated-at': inquiry.updatedAt,
      'started-at': reached.pending ?? null,
      'expires-at': inquiry.expiresAt,
      'completed-at': reached.completed ?? null,
      'failed-at': reached.failed ?? null,
      'marked-for-review-at': reached.needs_review ?? null,
      'decisioned-at': reached.approved ?? reached.declined ?? null,
      'expired-at': reached.expired ?? null,
      'redacted-at': inquiry.redactedAt,
      fields: Object.fromEntries(
        Object.entries(inquiry.fields).map(([name, value]) => [name, { type: 'string', value }]),
      ),
    },
    relationships: {
      account: { data: { type: 'account', id: inquiry.accountId } },
      'inquiry-template': { data: { type: 'inquiry-template', id: inquiry.templateId } },
    },
  };
}

function eventOf(name: string, inquiry: SimulatedInquiry, createdAt = inquiry.updatedAt): WebhookEvent {
  const id = `evt_${randomName()}`;
  const payload = { data: resourceOf(inquiry), included: [] };
  const attributes = { name, payload, 'created-at': createdAt, 'redacted-at': null };
  return { id, body: JSON.stringify({ data: { type: 'event', id, attributes } }) };
}

function randomName(): string {
  return randomBytes(18).toString('base64url').replaceAll(/[-_]/g, '0');
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
