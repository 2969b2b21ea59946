// The peer: Nest on Fastify, passport-jwt, class-validator and one SQLite transaction per request. No events, no
// encryption, no log, no metrics. Decorators are called by hand because the benchmark is not compiled.
import 'reflect-metadata';
import { createPublicKey } from 'node:crypto';
import * as nest from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { IsIn, IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';
import { parseCookie } from 'cookie';
import { Strategy } from 'passport-jwt';
import { v5 as uuidV5 } from 'uuid';
import { feesOf } from '../../../dist/compiled/api/src/kernel/money/fees.js';
import {
  PER_TRANSFER_LIMIT_CENTS,
  UNVERIFIED_WEEKLY_LIMIT_CENTS,
  WEEK_MS,
} from '../../../dist/compiled/api/src/kernel/money/limits.js';
import {
  AMOUNT_PATTERN,
  centsOf,
  formatAmount,
  TOTAL_PATTERN,
} from '../../../dist/compiled/api/src/kernel/money/money.js';
import { PLATFORMS } from '../../../dist/compiled/api/src/kernel/money/platforms.js';
import { openPeer } from './database.mjs';

const { PORT, FLIP_DATA, PEER_PUBLIC_KEY } = process.env;
const SCHEDULE = 'card-3pct-plus-30c';
const PAGE_LIMIT = 200;

const database = openPeer(FLIP_DATA);
const statements = {
  known: database.prepare('SELECT * FROM transfers WHERE id = ? AND uid = ?'),
  used: database.prepare(
    'SELECT coalesce(sum(amount_cents), 0) AS used FROM transfers WHERE uid = ? AND created_at > ?',
  ),
  week: database.prepare(
    'SELECT created_at, amount_cents FROM transfers WHERE uid = ? AND created_at > ? ORDER BY created_at',
  ),
  verified: database.prepare('SELECT 1 FROM verified WHERE uid = ?'),
  list: database.prepare('SELECT * FROM transfers WHERE uid = ? ORDER BY created_at DESC, id DESC LIMIT ?'),
  insert: database.prepare('INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
};

class SendDto {}
const rules = {
  recipient: [IsString(), IsNotEmpty(), MaxLength(80)],
  platform: [IsIn(PLATFORMS)],
  handle: [IsString(), IsNotEmpty(), MaxLength(80)],
  amount: [Matches(AMOUNT_PATTERN)],
  total: [Matches(TOTAL_PATTERN)],
};
for (const [field, decorators] of Object.entries(rules))
  for (const decorate of decorators) decorate(SendDto.prototype, field);

class AccessTokenStrategy extends PassportStrategy(Strategy) {
  constructor() {
    super({
      jwtFromRequest: (request) => parseCookie(request.headers.cookie ?? '').flip_at ?? null,
      secretOrKey: createPublicKey(PEER_PUBLIC_KEY),
      algorithms: ['ES256'],
      issuer: 'flip',
      audience: 'flip-api',
    });
  }

  validate({ sub }) {
    return { uid: sub };
  }
}

const weekAgo = () => new Date(Date.now() - WEEK_MS).toISOString();

function transactionOf(row) {
  const breakdown = {
    flipFee: formatAmount(row.flip_fee_cents),
    processingFee: formatAmount(row.processing_fee_cents),
  };
  const feeCents = row.flip_fee_cents + row.processing_fee_cents;
  return {
    id: row.id,
    uid: row.uid,
    recipient: row.recipient,
    platform: row.platform,
    handle: row.handle,
    amount: formatAmount(row.amount_cents),
    fees: { totalFee: formatAmount(feeCents), total: formatAmount(row.amount_cents + feeCents), breakdown },
    createdAt: row.created_at,
    status: row.status,
  };
}

/** Checks the limits and inserts, all in one durable transaction. */
function accept(uid, key, { recipient, platform, handle, amount, total }) {
  const id = uuidV5(key, uid);
  const amountCents = centsOf(amount);
  const fees = feesOf(amountCents, SCHEDULE);
  if (fees.totalCents !== centsOf(total)) throw new nest.HttpException('total_changed', 409);
  if (amountCents > PER_TRANSFER_LIMIT_CENTS)
    throw new nest.HttpException('per_transfer_limit_exceeded', 422);
  database.exec('BEGIN IMMEDIATE');
  try {
    const known = statements.known.get(id, uid);
    if (!known) {
      const { used } = statements.used.get(uid, weekAgo());
      if (used + amountCents > UNVERIFIED_WEEKLY_LIMIT_CENTS && !statements.verified.get(uid))
        throw new nest.HttpException('weekly_limit_exceeded', 422);
      const { flipFeeCents, processingFeeCents } = fees;
      const createdAt = new Date().toISOString();
      const money = [amountCents, flipFeeCents, processingFeeCents];
      statements.insert.run(id, uid, recipient, platform, handle, ...money, createdAt, 'processing');
    }
    const row = known ?? statements.known.get(id, uid);
    database.exec('COMMIT');
    return transactionOf(row);
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

class TransfersController {
  send({ user }, key, body) {
    return accept(user.uid, key, body);
  }

  list({ user }, limit) {
    const count = Math.min(Number(limit ?? 20), PAGE_LIMIT);
    const rows = statements.list.all(user.uid, count + 1);
    const items = rows.slice(0, count).map(transactionOf);
    return { items, nextCursor: rows.length > count ? `${items.at(-1).createdAt} ${items.at(-1).id}` : null };
  }

  allowance({ user }) {
    const rows = statements.week.all(user.uid, weekAgo());
    const used = rows.reduce((sum, row) => sum + row.amount_cents, 0);
    const isVerified = statements.verified.get(user.uid) !== undefined;
    return {
      tier: isVerified ? 'verified' : 'unverified',
      weeklyLimit: isVerified ? null : formatAmount(UNVERIFIED_WEEKLY_LIMIT_CENTS),
      used: formatAmount(used),
      remaining: isVerified ? null : formatAmount(Math.max(0, UNVERIFIED_WEEKLY_LIMIT_CENTS - used)),
      perTransferLimit: formatAmount(PER_TRANSFER_LIMIT_CENTS),
      frees: rows.map((row) => ({
        at: new Date(Date.parse(row.created_at) + WEEK_MS).toISOString(),
        amount: formatAmount(row.amount_cents),
      })),
    };
  }
}

/** Each method with its decorator, those of its parameters after the request, and the types that the validation reads. */
const ROUTES = [
  ['send', nest.Post('transfers'), [nest.Headers('idempotency-key'), nest.Body()], [Object, String, SendDto]],
  ['list', nest.Get('transfers'), [nest.Query('limit')], [Object, String]],
  ['allowance', nest.Get('allowance'), [], [Object]],
];
for (const [name, decorate, parameters, types] of ROUTES) {
  const { prototype } = TransfersController;
  decorate(prototype, name, Object.getOwnPropertyDescriptor(prototype, name));
  for (const [index, parameter] of [nest.Req(), ...parameters].entries()) parameter(prototype, name, index);
  Reflect.defineMetadata('design:paramtypes', types, prototype, name);
}
nest.Controller('api')(TransfersController);
nest.UseGuards(AuthGuard('jwt'))(TransfersController);
nest.Dependencies()(AccessTokenStrategy);

class PeerModule {}
nest.Module({
  imports: [PassportModule],
  controllers: [TransfersController],
  providers: [AccessTokenStrategy],
})(PeerModule);

const app = await NestFactory.create(PeerModule, new FastifyAdapter(), { logger: false });
app.useGlobalPipes(new nest.ValidationPipe({ whitelist: true, forbidNonWhitelisted: true }));
app.getHttpAdapter().get('/health/live', (_request, reply) => void reply.send({ status: 'live' }));
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
