// Row 11: how one client that stays within every limit affects others.
import { connect } from 'node:net';
import { boundGoal, drive, figure, interleave, pick, sumOf } from './figures.mjs';
import { dealt, fire, post, read } from './requests.mjs';
import { cookiesOf, sendersOf } from './senders.mjs';
import { startProduct } from './servers.mjs';

const LIMIT_MS = 300;
const OTHERS = { connections: 16, perSecond: 100, seconds: 2 };
const CLIENT_CONNECTIONS = 8;
/** Shares of a minute's allowance, so that all rounds together stay within it. */
const WRITES_PER_ROUND = 15;
const READS_PER_ROUND = 150;
const WEBHOOKS_PER_ROUND = 10;
const SIGN_UPS_PER_ROUND = 2;
const EXPORTS_PER_ROUND = 2;
const PIPELINED = 10;
const JSON_BYTES = 16_000;
const WEBHOOK_BYTES = 250_000;
/** Every status that is not a server failure. */
const ANSWERS = [200, 201, 400, 401, 409, 422, 429];

const nested = '['.repeat(JSON_BYTES / 2) + ']'.repeat(JSON_BYTES / 2);
const keys = Array.from({ length: WEBHOOK_BYTES / 12 }, (_, index) => `k${String(index).padStart(6, '0')}`);
const webhook = Object.fromEntries(keys.map((key) => [key, 1]));
let strangers = 0;

/** With a long password of guessable parts that can be parsed in many ways, different each time. */
function signUp() {
  strangers += 1;
  return post('/api/auth/sign-up', {
    firstName: 'Ana',
    lastName: 'Torres',
    password: `p4ssw0rd4dm1nqw3rty1987l0v3m0nk3y${strangers}`.padEnd(128, 'aA1!4@s$'),
    email: `stranger-${strangers}@people.example`,
    acceptTerms: true,
  });
}

/** The client's requests by name, besides pipelining: how many per round, which, and on how many connections. */
const attacks = (cookie) => ({
  // The server closes a connection with an unreadable body.
  'deep JSON': [
    WRITES_PER_ROUND,
    () => ({ ...post('/api/transfers', null, { cookie }), body: nested }),
    WRITES_PER_ROUND,
  ],
  'large webhooks': [WEBHOOKS_PER_ROUND, () => post('/api/webhooks/persona', webhook)],
  'hostile passwords': [SIGN_UPS_PER_ROUND, signUp],
  exports: [EXPORTS_PER_ROUND, () => read(cookie, '/api/transfers.csv')],
});

/** Sends many reads at once down each connection, and waits for all their responses, which autocannon does not. */
async function pipeline(url, cookie) {
  const { hostname, port } = new URL(url);
  const count = Math.floor(READS_PER_ROUND / PIPELINED);
  const one = `GET /api/transfers?limit=200 HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${cookie}\r\n\r\n`;
  const answered = new Array(count).fill(0);
  await drive(CLIENT_CONNECTIONS, count, async (place) => {
    const socket = connect(Number(port), hostname, () => socket.write(one.repeat(PIPELINED)));
    let text = '';
    for await (const part of socket.setEncoding('latin1')) {
      text += part;
      answered[place] = text.split('HTTP/1.1 200').length - 1;
      if (answered[place] === PIPELINED) break;
    }
  });
  const good = sumOf(answered);
  return { failures: count * PIPELINED - good, answers: [`${good} × 200`] };
}

export async function hostileRow({ histories, rounds }) {
  const { folder, events } = await histories.caughtUp();
  const { group, length } = histories.lengths.find(({ isShared }) => isShared);
  const [client] = await cookiesOf(folder, sendersOf(1, group));
  const cookies = await cookiesOf(folder, sendersOf(histories.senders));
  const { url } = await startProduct(folder);
  const { perSecond, seconds, connections } = OTHERS;
  let turn = 0;
  const someone = () => read(cookies[turn++ % cookies.length]);
  const others = () =>
    fire(url, dealt(perSecond * seconds, someone, connections), { overallRate: perSecond });
  const beside = (attack) => async () => {
    const [noticed, { failures, answers }] = await Promise.all([others(), attack()]);
    return { ...noticed, failures: noticed.failures + failures, answers };
  };
  const contenders = { nobody: others, pipelining: beside(() => pipeline(url, client)) };
  for (const [name, [count, request, used = CLIENT_CONNECTIONS]] of Object.entries(attacks(client)))
    contenders[name] = beside(() => fire(url, dealt(count, request, used), { status: ANSWERS }));
  const { problem, nobody, ...attacked } = await interleave(rounds, contenders);
  return {
    workload: `p99 of ${perSecond} lists a second by others beside one client with ${length} transfers, ${events} events stored`,
    figures: [
      figure('none hostile', pick(nobody, 'p99'), 'ms'),
      ...Object.entries(attacked).map(([name, results]) => ({
        ...figure(name, pick(results, 'p99'), 'ms'),
        note: `answered ${results[0].answers.join(', ')}`,
      })),
    ],
    goals: Object.entries(attacked).map(([name, results]) =>
      boundGoal(`others' p99 under ${name}`, LIMIT_MS, pick(results, 'p99'), 'ms'),
    ),
    problem,
  };
}
