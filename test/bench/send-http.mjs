// Row 4: sends over HTTP with live views and sagas, compared with the peer.
import { figuresOf, interleave, ratioGoal } from './figures.mjs';
import { diskFloor } from './machine.mjs';
import { startBoth } from './contenders.mjs';
import { senderStream } from '../../dist/compiled/api/src/features/transfers/transfer.decider.js';
import { cookiesOf, openFolder, send, sendersOf } from './senders.mjs';
import { CONNECTIONS, dealt, read } from './servers.mjs';

const CREATED = { status: 201 };
const SENDS_EACH = 2;
/** Longer streams are measured in the growth row. */
const LONGEST = 20_000;

/** Each round has new senders: their first sends, then their second ones, which also go to the peer. */
export async function sendHttpRow({ histories, scratch, rounds, sizes: { posts }, lengths }) {
  const { folder, events } = await histories.caughtUp(histories.events);
  const newcomers = sendersOf(posts * (rounds + 1), 'newcomer');
  const cookies = await cookiesOf(folder, newcomers);
  const { product, peer, stop } = await startBoth(histories);
  const ofRound = (round) => cookies.slice(round * posts, (round + 1) * posts);
  const sends = (round) => dealt(posts, (place) => send(ofRound(round)[place]));
  let measured;
  try {
    measured = await interleave(rounds, {
      floor: () => diskFloor(scratch),
      // They have loaded their dashboard before sending: the token is verified, but the stream not loaded.
      reads: (round) => product.load(dealt(posts, (place) => read(ofRound(round)[place], '/api/allowance'))),
      first: (round) => product.load(sends(round), CREATED),
      later: (round) => product.load(sends(round), CREATED),
      peer: (round) => peer.load(sends(round), CREATED),
    });
  } finally {
    await stop();
  }
  const { floor, first, later, peer: theirs, problem } = measured;
  const cpu = (name, atMost, [of, to]) => ratioGoal(name, { atMost }, { of, to, field: 'cpuMs' });
  const byLength = lengths.filter(({ length }) => length <= LONGEST);
  return {
    number: 4,
    name: 'send-http',
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
      ...byLength.map(({ length, coldSend, warmSend }) =>
        cpu(`× cached, CPU of sends not cached, ${length} earlier transfers`, 2, [coldSend, warmSend]),
      ),
    ],
    problem:
      problem ?? byLength.find((one) => one.problem)?.problem ?? (await storedProblem(folder, newcomers)),
  };
}

/** Every newcomer's stream has exactly their two sends. */
async function storedProblem(folder, newcomers) {
  const { eventStore, close } = await openFolder(folder);
  let wrong = 0;
  for (const uid of newcomers) {
    const ids = new Set();
    let events = 0;
    for await (const { type, data } of eventStore.read(senderStream(uid)))
      if (type === 'TransferRequested') {
        events += 1;
        ids.add(data.transferId);
      }
    if (events !== SENDS_EACH || ids.size !== SENDS_EACH) wrong += 1;
  }
  await close();
  return wrong > 0 ? `the log holds other sends than were answered, of ${wrong} senders` : null;
}
