// Row 11: how one client that stays within every limit affects others.
import { connect } from 'node:net';
import { boundGoal, drive, figure, interleave, pick } from './figures.mjs';
import { LIST } from './read-http.mjs';
import { cookiesOf, sendersOf } from './senders.mjs';
import { dealt, fire, read, startServer } from './servers.mjs';

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

const post = (path, body, headers = {}) => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', 'x-flip-request': '1', ...headers },
  body,
});
const nested = '['.repeat(JSON_BYTES / 2) + ']'.repeat(JSON_BYTES / 2);
const keys = Array.from(
  { length: WEBHOOK_BYTES / 12 },
  (_, index) => `"k${String(index).padStart(6, '0')}":1`,
);
let strangers = 0;

/** A long password of guessable parts that can be parsed in many ways, different each time. */
function hostilePassword() {
  strangers += 1;
  return `p4ssw0rd4dm1nqw3rty1987l0v3m0nk3y${strangers}`.padEnd(128, 'aA1!4@s$');
}

const signUp = () =>
  post(
    '/api/auth/sign-up',
    JSON.stringify({
      firstName: 'Ana',
      lastName: 'Torres',
      password: hostilePassword(),
      email: `stranger-${strangers}@people.example`,
      acceptTerms: true,
    }),
  );

/** The client's requests by name, besides pipelining: how many per round, which, and on how many connections. */
const attacks = (cookie) => ({
  // The server closes a connection with an unreadable body.
  'deep JSON': [WRITES_PER_ROUND, () => post('/api/transfers', nested, { cookie }), WRITES_PER_ROUND],
  'large webhooks': [WEBHOOKS_PER_ROUND, () => post('/api/webhooks/persona', `{${keys.join(',')}}`)],
  'hostile passwords': [SIGN_UPS_PER_ROUND, signUp],
  exports: [EXPORTS_PER_ROUND, () => read(cookie, '/api/transfers.csv')],
});
/** Every status that is not a server failure. */
const ANSWERS = [200, 201, 400, 401, 409, 422, 429];

/** Sends many reads at once down each connection, and waits for all their responses. */
async function pipeline(url, cookie) {
  const { hostname, port } = new URL(url);
  const count = Math.floor(READS_PER_ROUND / PIPELINED);
  const one = `GET /api/transfers?limit=200 HTTP/1.1\r\nhost: ${hostname}\r\ncookie: ${cookie}\r\n\r\n`;
  const batch = async () => {
    const socket = connect(Number(port), hostname, () => socket.write(one.repeat(PIPELINED)));
    let text = '';
    let good = 0;
    for await (const part of socket.setEncoding('latin1')) {
      text += part;
      good = text.split('HTTP/1.1 200').length - 1;
      if (good === PIPELINED) break;
    }
    return good;
  };
  const answered = [];
  await drive(CLIENT_CONNECTIONS, count, async () => void answered.push(await batch()));
  const good = answered.reduce((sum, one) => sum + one, 0);
  return { failures: count * PIPELINED - good, answers: [`${good} × 200`] };
}

export async function hostileRow({ histories, rounds, lengths }) {
  const { folder, events } = await histories.caughtUp(histories.events);
  const { group, length } = lengths.filter(({ isShared }) => isShared)[0];
  const [client] = await cookiesOf(folder, sendersOf(1, group));
  const cookies = await cookiesOf(folder, sendersOf(histories.senders));
  const server = await (await startServer(folder)).caughtUp();
  const { perSecond, seconds, connections } = OTHERS;
  let turn = 0;
  const others = () =>
    fire(
      server.url,
      dealt(perSecond * seconds, () => read(cookies[turn++ % cookies.length], LIST), connections),
      {
        overallRate: perSecond,
      },
    );
  const beside = (attack) => async () => {
    const [noticed, { failures, answers }] = await Promise.all([others(), attack()]);
    return { ...noticed, failures: noticed.failures + failures, answers };
  };
  const contenders = { nobody: others, pipelining: beside(() => pipeline(server.url, client)) };
  for (const [name, [count, request, connections = CLIENT_CONNECTIONS]] of Object.entries(attacks(client)))
    contenders[name] = beside(() =>
      fire(server.url, dealt(count, request, connections), { status: ANSWERS }),
    );
  let measured;
  try {
    measured = await interleave(rounds, contenders);
  } finally {
    await server.stop();
  }
  const { problem, nobody, ...attacked } = measured;
  return {
    number: 11,
    name: 'hostile',
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
