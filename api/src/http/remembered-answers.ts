import type { ClientRequest } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Clock } from '../config/clock.js';
import type { Subscriptions } from '../subscriptions/subscriptions.js';
import { CLOCK, SUBSCRIPTIONS, VIEW_STORE } from '../config/tokens.js';
import type { ViewStore } from '../view-store/view-store.port.js';
import { type Answer, AnswerMemory } from './answer-memory.js';
import type { Principal, Recognition, SignedRequest } from './principal.js';
import { shownPosition } from './reads-views.js';
import { rememberedRoute } from './remembered-route.js';
import type { RequestThrottle } from './throttle.js';

const MEMORY_LIMITS = { bytes: 64 * 1_024 * 1_024, people: 20_000, answersEach: 8 };
/** A longer address or body is asked for too seldom. */
const ADDRESS_MAX_LENGTH = 256;
const BODY_MAX_LENGTH = 128 * 1_024;

/** What stands before every route and is asked here too. */
interface Gates {
  readonly recognition: Recognition;
  readonly throttle: RequestThrottle;
}

interface Exchange {
  readonly request: SignedRequest;
  readonly reply: FastifyReply;
  readonly answer: Answer;
}

/**
 * Gives an answer again, ahead of everything a route is behind, as long as the whole way would give the same one
 * (ADR 0013). Where other processes may change the views nothing is remembered.
 */
@Injectable()
export class RememberedAnswers {
  private readonly memory = new AnswerMemory(MEMORY_LIMITS);
  /** Requests that are being answered from the views, and since when. */
  private readonly reading = new WeakMap<FastifyRequest, number>();

  constructor(
    @Inject(VIEW_STORE) private readonly views: ViewStore,
    @Inject(SUBSCRIPTIONS) private readonly subscriptions: Subscriptions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    views.changes?.listen((view, owners) => this.memory.forget(view, owners));
  }

  /** The hook that answers; whatever it cannot be sure of goes the whole way. */
  answering({ recognition, throttle }: Gates): onRequestHookHandler {
    return (request, reply, done) => {
      const route = rememberedRoute(request);
      const caller = route ? recognition.recognise(request) : null;
      if (!route || caller === null) {
        done();
        return;
      }
      const answerOrGoOn = (known: Principal | null) => {
        const answer = known && this.trueAnswer(request, known);
        if (answer && throttle.admits(route.name, known.uid)) send({ request, reply, answer }, known);
        else done();
      };
      if (caller instanceof Promise) void caller.then(answerOrGoOn);
      else answerOrGoOn(caller);
    };
  }

  /** From now on the request's answer is read: a change that comes later may be missing in it. */
  beginReading(request: FastifyRequest): void {
    if (this.views.changes && rememberedRoute(request)) this.reading.set(request, this.views.changes.mark);
  }

  /** Remembers what the request is being answered, if that is still true. */
  remember(request: SignedRequest, reply: FastifyReply, body: unknown): void {
    const mark = this.reading.get(request);
    const route = mark === undefined ? undefined : rememberedRoute(request);
    const { user } = request;
    if (mark === undefined || !route || !user || !isWorthIt(request, reply, body)) return;
    const isUnchanged = route.views.every((view) => this.views.changes?.isUnchanged(view, user.uid, mark));
    if (!isUnchanged) return;
    const bytes = Buffer.from(body);
    const until = route.trueUntil?.(JSON.parse(body) as never) ?? null;
    this.memory.set(user.uid, keyOf(user, request.url), {
      views: route.views,
      headers: headersOf(reply, bytes),
      body: bytes,
      fromMs: this.clock.now(),
      untilMs: until === null ? Infinity : Date.parse(until),
    });
  }

  /** What would be answered now, where that is remembered and has what the caller has seen. */
  private trueAnswer(request: FastifyRequest, caller: Principal): Answer | null {
    const answer = this.memory.get(caller.uid, keyOf(caller, request.url));
    if (!answer) return null;
    const nowMs = this.clock.now();
    // A clock can also go back.
    if (nowMs < answer.fromMs || nowMs >= answer.untilMs) return null;
    const position = shownPosition(request);
    if (position === null) return answer;
    return answer.views.every((view) => this.subscriptions.hasPassed(view, position)) ? answer : null;
  }
}

/** The response itself, and the headers and the body it will have. */
type Due = readonly [response: FastifyReply['raw'], answer: Answer];

/**
 * Answers of one turn of the event loop, written one after the other at its end: written each for itself, every one
 * would wake a reader that had just gone to sleep.
 */
let due: Due[] = [];

function send({ request, reply, answer }: Exchange, caller: Principal): void {
  request.user = caller;
  reply.hijack();
  if (due.push([reply.raw, answer]) === 1) setImmediate(sendDue);
}

function sendDue(): void {
  const responses = due;
  due = [];
  for (const [response, { headers, body }] of responses)
    response.writeHead(200, headers as string[]).end(body);
}

/** With the roles, so that an answer is good for nobody who has fewer by now. */
function keyOf({ roles }: Principal, url: string): string {
  return `${roles.join()} ${url}`;
}

function isWorthIt({ url }: FastifyRequest, { statusCode }: FastifyReply, body: unknown): body is string {
  const isText = typeof body === 'string' && body.length <= BODY_MAX_LENGTH;
  return isText && statusCode === 200 && url.length <= ADDRESS_MAX_LENGTH;
}

/** In the order and writing in which they are about to be sent. */
function headersOf(reply: FastifyReply, body: Buffer): string[] {
  // Node's types know it of requests only.
  const names = (reply.raw as unknown as Pick<ClientRequest, 'getRawHeaderNames'>).getRawHeaderNames();
  const writingOf = new Map(names.map((name) => [name.toLowerCase(), name]));
  const headers = Object.entries(reply.getHeaders());
  return [...headers, ['content-length', body.byteLength] as const].flatMap(([name, value]) => [
    writingOf.get(name) ?? name,
    String(value),
  ]);
}
