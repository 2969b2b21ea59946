// A fake MongoDB server for machines without a real one: node server.mjs <folder> [port]. It tests what the
// adapters do with their driver, not what MongoDB does. Prints one line: {"port": …, "controlPort": …}.
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Collections } from './collections.mjs';
import { Commands } from './commands.mjs';
import { Faults, controlServer } from './faults.mjs';
import { MessageReader, answerTo } from './wire.mjs';

const [folder, port = '0'] = process.argv.slice(2);
const HOST = '127.0.0.1';
const DIED_EXIT_CODE = 137;

const faults = new Faults();
const commands = new Commands(new Collections(folder));

const server = createServer((socket) => {
  const reader = new MessageReader();
  let last = Promise.resolve();
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes) => {
    try {
      for (const message of reader.messages(bytes)) last = last.then(() => serve(socket, message));
      last = last.catch((error) => fail(socket, error));
    } catch (error) {
      fail(socket, error);
    }
  });
});

async function serve(socket, message) {
  const { command } = message;
  const [word] = Object.keys(command);
  faults.saw(command);
  const fault = faults.next(word, command[word]);
  const answer = await answerUnder(fault, socket, command);
  if (answer && message.isAnswered && !socket.destroyed) socket.write(answerTo(message, answer));
}

/** Null when there is no response. */
async function answerUnder(fault, socket, command) {
  const kind = fault?.kind;
  if (kind === 'silent') return null;
  if (kind === 'close') return void socket.destroy();
  if (kind === 'refuse')
    return { ok: 0, code: fault.code ?? 8000, codeName: 'Refused', errmsg: 'refused as told' };
  if (kind === 'slow') await delay(fault.ms);
  const answer = await commands.run(command);
  if (kind === 'die-after-storing') process.exit(DIED_EXIT_CODE);
  if (kind === 'close-after-storing') return void socket.destroy();
  if (kind === 'late') await delay(fault.ms);
  return answer;
}

function fail(socket, error) {
  console.error(error);
  socket.destroy();
}

const control = controlServer(faults);
server.listen(Number(port), HOST, () =>
  control.listen(0, HOST, () => {
    console.log(JSON.stringify({ port: server.address().port, controlPort: control.address().port }));
  }),
);
