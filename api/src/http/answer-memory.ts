import { makeRoom, type Used } from '../config/make-room.js';
import type { Owners } from '../view-store/view-changes.js';

/** A finished answer of one person. */
export interface Answer {
  /** The views it was made of. */
  readonly views: readonly string[];
  /** Names and values in turn, as they were sent. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** By the clock, the instants from which and before which it is true. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** What may be held at once. */
export interface MemoryLimits {
  readonly bytes: number;
  readonly people: number;
  readonly answersEach: number;
}

/** What an answer costs beside its body and key, roughly. */
const ANSWER_BYTES = 1_024;

interface Person extends Used {
  readonly answers: Map<string, Answer>;
}

/** Answers of each person by key. Over a limit, a person who was not asked for since the last time is let go of. */
export class AnswerMemory {
  private readonly people = new Map<string, Person>();
  private heldBytes = 0;

  constructor(private readonly limits: MemoryLimits) {}

  get bytes(): number {
    return this.heldBytes;
  }

  get(person: string, key: string): Answer | undefined {
    const known = this.people.get(person);
    if (known) known.wasUsed = true;
    return known?.answers.get(key);
  }

  set(person: string, key: string, answer: Answer): void {
    const known = this.people.get(person) ?? { answers: new Map<string, Answer>(), wasUsed: true };
    this.people.set(person, known);
    this.remove(known.answers, key);
    known.answers.set(key, answer);
    this.heldBytes += costOf(key, answer);
    const [oldest = key] = known.answers.keys();
    if (known.answers.size > this.limits.answersEach) this.remove(known.answers, oldest);
    this.makeRoom();
  }

  /** Lets go of what was made of these people's documents in the view. */
  forget(view: string, owners: Owners): void {
    for (const person of owners === 'everybody' ? this.people.keys() : owners) {
      const answers = this.people.get(person)?.answers;
      if (!answers) continue;
      for (const [key, { views }] of answers) if (views.includes(view)) this.remove(answers, key);
      if (answers.size === 0) this.people.delete(person);
    }
  }

  private makeRoom(): void {
    makeRoom(this.people, {
      isWithin: () => this.heldBytes <= this.limits.bytes && this.people.size <= this.limits.people,
      letGo: ({ answers }) => {
        for (const key of answers.keys()) this.remove(answers, key);
      },
    });
  }

  private remove(answers: Map<string, Answer>, key: string): void {
    const answer = answers.get(key);
    if (!answer) return;
    answers.delete(key);
    this.heldBytes -= costOf(key, answer);
  }
}

function costOf(key: string, { body }: Answer): number {
  return ANSWER_BYTES + key.length + body.byteLength;
}
