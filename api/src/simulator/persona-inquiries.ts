import { createHash, randomBytes } from 'node:crypto';
import { isoInstant, type Clock } from '../config/clock.js';
import {
  INQUIRY_LIMIT,
  keepNewest,
  type InquiryStatus,
  type SimulatedInquiry,
  type SimulatorMemory,
} from './simulator-state.js';

/** How long an unfinished inquiry stays open. */
const INQUIRY_LIFE_MS = 24 * 60 * 60 * 1_000;
/** Most valid session tokens at a time. */
const SESSION_LIMIT = 5;

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
} as const satisfies Record<string, { from: readonly InquiryStatus[]; to: InquiryStatus; event: string }>;
export type InquiryStep = keyof typeof STEPS;

/** The provider's steps for each button of the hosted page. */
const OUTCOMES = {
  pass: ['start', 'complete', 'approve'],
  fail: ['start', 'fail'],
  review: ['start', 'complete', 'review'],
  expire: ['expire'],
  close: ['start'],
} as const satisfies Record<string, readonly InquiryStep[]>;
export type Outcome = keyof typeof OUTCOMES;

/** A webhook event before it is signed: its name and JSON:API text. */
export interface PersonaEvent {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly body: string;
}

/** The data of a new inquiry. */
export interface NewInquiry {
  readonly templateId: string;
  readonly referenceId: string | null;
  readonly fields: Readonly<Record<string, string>>;
}

/** The simulated provider's inquiries, their statuses, and the events of each change. */
export class PersonaInquiries {
  constructor(
    private readonly memory: SimulatorMemory,
    private readonly clock: Clock,
  ) {}

  /** A new inquiry with its first event. */
  create(request: NewInquiry): { readonly inquiry: SimulatedInquiry; readonly event: PersonaEvent } {
    const createdAt = isoInstant(this.clock.now());
    const inquiry: SimulatedInquiry = {
      id: `inq_${randomName()}`,
      accountId: `act_${randomName()}`,
      ...request,
      fields: { ...request.fields },
      status: 'created',
      createdAt,
      updatedAt: createdAt,
      expiresAt: isoInstant(this.clock.now() + INQUIRY_LIFE_MS),
      reachedAt: { created: createdAt },
      redactedAt: null,
      sessionHashes: [],
    };
    this.memory.state.inquiries.push(inquiry);
    keepNewest(this.memory.state.inquiries, INQUIRY_LIMIT);
    return { inquiry, event: eventOf('inquiry.created', inquiry) };
  }

  find(id: string): SimulatedInquiry | undefined {
    return this.memory.state.inquiries.find((inquiry) => inquiry.id === id);
  }

  /** Newest first. */
  newest(limit: number): readonly SimulatedInquiry[] {
    return this.memory.state.inquiries.slice(-limit).reverse();
  }

  /** Whether the inquiry's time is over but it has not expired yet. */
  isOverdue(inquiry: SimulatedInquiry): boolean {
    const open = inquiry.status === 'created' || inquiry.status === 'pending';
    return open && this.clock.now() >= Date.parse(inquiry.expiresAt);
  }

  /** A new session token for the hosted page; an expired inquiry opens again. Null when it cannot be resumed. */
  resume(inquiry: SimulatedInquiry): string | null {
    if (inquiry.status !== 'pending' && inquiry.status !== 'expired') return null;
    if (inquiry.status === 'expired') this.move(inquiry, 'pending');
    inquiry.expiresAt = isoInstant(this.clock.now() + INQUIRY_LIFE_MS);
    const token = randomBytes(24).toString('base64url');
    inquiry.sessionHashes.push(hashOf(token));
    keepNewest(inquiry.sessionHashes, SESSION_LIMIT);
    return token;
  }

  /** Whether the hosted page may open: a created inquiry needs no session token, a pending one does. */
  opens(inquiry: SimulatedInquiry, sessionToken: string): boolean {
    if (inquiry.status === 'created') return true;
    return inquiry.status === 'pending' && inquiry.sessionHashes.includes(hashOf(sessionToken));
  }

  /** Whether `step` may happen now. */
  allows(inquiry: SimulatedInquiry, step: InquiryStep): boolean {
    const from: readonly InquiryStatus[] = STEPS[step].from;
    return inquiry.redactedAt === null && from.includes(inquiry.status);
  }

  /** Takes one step. `createdAt` replaces the event's instant, to test disorder. Null when the step is not allowed. */
  take(inquiry: SimulatedInquiry, step: InquiryStep, createdAt?: string): PersonaEvent | null {
    if (!this.allows(inquiry, step)) return null;
    this.move(inquiry, STEPS[step].to);
    return eventOf(STEPS[step].event, inquiry, createdAt);
  }

  /** Takes the remaining steps of a button. `createdAt` applies to the last event. */
  finish(inquiry: SimulatedInquiry, outcome: Outcome, createdAt?: string): readonly PersonaEvent[] {
    const steps: readonly InquiryStep[] = OUTCOMES[outcome];
    const last = steps.at(-1);
    return steps.flatMap((step) => this.take(inquiry, step, step === last ? createdAt : undefined) ?? []);
  }

  /** Erases the personal data; the status stays. */
  redact(inquiry: SimulatedInquiry): PersonaEvent {
    inquiry.fields = {};
    inquiry.redactedAt = isoInstant(this.clock.now());
    return eventOf('inquiry.redacted', inquiry, inquiry.redactedAt);
  }

  /** Every change of an inquiry is later than the previous one, even with a frozen clock. */
  private move(inquiry: SimulatedInquiry, status: InquiryStatus): void {
    const at = isoInstant(Math.max(this.clock.now(), Date.parse(inquiry.updatedAt) + 1));
    inquiry.status = status;
    inquiry.updatedAt = at;
    inquiry.reachedAt[status] = at;
  }
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

function eventOf(name: string, inquiry: SimulatedInquiry, createdAt = inquiry.updatedAt): PersonaEvent {
  const id = `evt_${randomName()}`;
  const payload = { data: resourceOf(inquiry), included: [] };
  const attributes = { name, payload, 'created-at': createdAt, 'redacted-at': null };
  return { id, name, createdAt, body: JSON.stringify({ data: { type: 'event', id, attributes } }) };
}

function randomName(): string {
  return randomBytes(18).toString('base64url').replaceAll(/[-_]/g, '0');
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
