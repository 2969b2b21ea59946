// Row 4: sends over HTTP with live views and sagas, compared with the peer.
import { senderStream } from '../../dist/compiled/api/src/features/transfers/sending/transfer.decider.js';
import { figuresOf, interleave, ratioGoal } from './figures.mjs';
import { diskFloor } from './machine.mjs';
import { CONNECTIONS, inTurn, read, send } from './requests.mjs';
import { cookiesOf, sendersOf, withFolder } from './senders.mjs';
import { startBoth } from './servers.mjs';

const CREATED = { status: 201 };
const SENDS_EACH = 2;
/** Longer streams are measured in the growth row. */
const LONGEST = 20_000;

/** Each round has new senders: their first sends, then their second ones, which also go to the peer. */
export async function sendHttpRow({ histories, scratch, rounds, sizes: { posts }, measuredLengths }) {
  const lengths = (await measuredLengths()).filter(({ length }) => length <= LONGEST);
  const { folder, events } = await histories.caughtUp();
  const newcomers = sendersOf(posts * (rounds + 1), 'newcomer');
  const cookies = await cookiesOf(folder, newcomers);
  const { product, peer } = await startBoth(histories);
  const each = (round, request) =>
    inTurn(cookies.slice(round * posts, (round + 1) * posts), posts, { request });
  const allowance = (cookie) => read(cookie, '/api/allowance');
  const measured = await interleave(rounds, {
    floor: () => diskFloor(scratch),
    // They have loaded their dashboard before sending: the token is verified, but the stream not loaded.
    reads: (round) => product.load(each(round, allowance)),
    first: (round) => product.load(each(round, send), CREATED),
    later: (round) => product.load(each(round, send), CREATED),
    peer: (round) => peer.load(each(round, send), CREATED),
  });
  await product.stop();
  const { floor, first, later, peer: theirs } = measured;
  const cpu = (name, atMost, [of, to]) => ratioGoal(name, { atMost }, { of, to, field: 'cpuMs' });
  return {
    workload: `POST /api/transfers, signed in, ${CONNECTIONS} connections, ${events} events stored, views and sagas live`,
    figures: [
      ...figuresOf('later sends', later),
      ...figuresOf('first sends', first),
      ...figuresOf('peer', theirs),
      ...figuresOf('write + fdatasync', floor),
    ],
    goals: [
      cpu('× the peer, CPU of later sends', 1.3, [later, theirs]),
      cpu('× later sends, CPU of first sends', 1.5, [first, later]),
      ...lengths.map(({ length, coldSend, warmSend }) =>
        cpu(`× cached, CPU of sends not cached, ${length} earlier transfers`, 2, [coldSend, warmSend]),
      ),
    ],
    problem:
      measured.problem ??
      lengths.find(({ problem }) => problem)?.problem ??
      (await withFolder(folder, (stores) => storedProblem(stores, newcomers))),
  };
}

/** Every newcomer's stream has exactly their two sends. */
async function storedProblem({ eventStore }, newcomers) {
  let wrong = 0;
  for (const uid of newcomers) {
    const ids = [];
    for await (const { type, data } of eventStore.read(senderStream(uid)))
      if (type === 'TransferRequested') ids.push(data.transferId);
    if (ids.length !== SENDS_EACH || new Set(ids).size !== SENDS_EACH) wrong += 1;
  }
  return wrong > 0 ? `the log holds other sends than were answered, of ${wrong} senders` : null;
}
