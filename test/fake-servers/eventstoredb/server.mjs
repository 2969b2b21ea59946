// A fake server for EventStoreDB and KurrentDB: the part of their gRPC service that Flip uses, built from the client's own
// generated services, with its data in a folder. It tests the adapter, not the real server.
//   node test/fake-servers/eventstoredb/server.mjs --folder=DIR [--port=0] [--control-port=0]
//     [--tls-key=FILE --tls-cert=FILE] [--user=NAME:PASSWORD]
// With --user every call on streams needs those credentials. Prints one line {"port", "controlPort"} once it listens, and ends with its parent. Over the control port (HTTP, JSON):
// GET /state · POST /faults [fault…] · DELETE /faults · POST /foreign {"count"} · POST /events {"stream", "messages"}
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import grpc from '@grpc/grpc-js';
import gossipServices from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import featureServices from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import streamServices from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { fail } from './answers.mjs';
import { appendHandler } from './appends.mjs';
import { Faults } from './faults.mjs';
import { FakeServerLog } from './log.mjs';
import { readHandler } from './reads.mjs';

const HOST = '127.0.0.1';
/** Largest body on the control port. */
const CONTROL_BODY_LIMIT_BYTES = 64 * 1024;
const argument = (name) => process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3);

const log = new FakeServerLog(argument('folder'));
const faults = new Faults();
const counts = { append: 0, batchAppend: 0, read: 0, subscribe: 0 };
let port = Number(argument('port') ?? 0);

const { StreamsService } = streamServices;
const server = new grpc.Server();
const append = appendHandler(log, faults, () => ({ host: HOST, port }));
const user = argument('user');
const authorization = user && `Basic ${Buffer.from(user, 'utf8').toString('base64')}`;
// An append is declared with one response; here it may send two, as one of the faults.
server.addService(
  { ...StreamsService, append: { ...StreamsService.append, responseStream: true } },
  {
    append: letIn((call) => {
      counts.append += 1;
      append(call);
    }),
    read: letIn(readHandler(log, faults, counts)),
    // Never responds, like a server that hangs.
    batchAppend: (call) => {
      counts.batchAppend += 1;
      call.on('data', () => undefined);
      call.on('error', () => undefined);
    },
  },
);
server.addService(featureServices.ServerFeaturesService, {
  getSupportedMethods: (_, answer) => answer(null, supportedMethods()),
});
server.addService(gossipServices.GossipService, { read: (_, answer) => answer(null, members()) });

port = await new Promise((resolve, reject) => {
  server.bindAsync(`${HOST}:${port}`, serverCredentials(), (error, bound) =>
    error ? reject(error) : resolve(bound),
  );
});
const control = createServer((request, response) => void controlled(request, response));
await new Promise((resolve) => control.listen(Number(argument('control-port') ?? 0), HOST, resolve));
console.log(JSON.stringify({ port, controlPort: control.address().port }));
process.stdin.on('end', () => process.exit(0)).resume();

function serverCredentials() {
  const [key, cert] = [argument('tls-key'), argument('tls-cert')];
  if (!key || !cert) return grpc.ServerCredentials.createInsecure();
  return grpc.ServerCredentials.createSsl(null, [
    { private_key: readFileSync(key), cert_chain: readFileSync(cert) },
  ]);
}

/** Refuses calls without the right credentials. */
function letIn(handle) {
  return (call) => {
    if (!authorization || call.metadata.get('authorization')[0] === authorization) return handle(call);
    call.on('error', () => undefined);
    return fail(call, grpc.status.UNAUTHENTICATED, 'Unauthenticated');
  };
}

function supportedMethods() {
  const list = new features.SupportedMethods();
  list.setEventStoreServerVersion('22.10.5');
  for (const name of ['append', 'batchAppend', 'read']) {
    const method = new features.SupportedMethod();
    method.setServiceName('event_store.client.streams.Streams');
    method.setMethodName(name);
    list.addMethods(method);
  }
  return list;
}

function members() {
  const place = new gossip.EndPoint();
  place.setAddress(HOST);
  place.setPort(port);
  const member = new gossip.MemberInfo();
  member.setState(gossip.MemberInfo.VNodeState.LEADER);
  member.setIsAlive(true);
  member.setTimeStamp('0');
  member.setHttpEndPoint(place);
  const cluster = new gossip.ClusterInfo();
  cluster.setMembersList([member]);
  return cluster;
}

async function controlled(request, response) {
  try {
    const body = await bodyOf(request);
    response.end(JSON.stringify(commanded(`${request.method} ${request.url}`, body)));
  } catch (error) {
    response.statusCode = 400;
    response.end(JSON.stringify({ error: String(error) }));
  }
}

function commanded(command, body) {
  switch (command) {
    case 'GET /state':
      return { counts, events: log.events.length };
    case 'POST /faults':
      faults.add(body);
      return {};
    case 'DELETE /faults':
      faults.clear();
      return {};
    case 'POST /events':
      log.add(body.stream, body.messages.map(writtenByHand));
      return {};
    case 'POST /foreign':
      log.addForeign(body.count);
      return {};
    default:
      throw new Error(`No such command: ${command}`);
  }
}

/** An event as anyone could write it in the server's UI. */
function writtenByHand({ type, contentType = 'application/json', data, metadata }) {
  const base64 = (text) => Buffer.from(text, 'utf8').toString('base64');
  return { id: randomUUID(), type, contentType, data: base64(data), metadata: base64(metadata) };
}

async function bodyOf(request) {
  const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > CONTROL_BODY_LIMIT_BYTES) throw new Error('The body is too large');
    parts.push(part);
  }
  return bytes === 0 ? undefined : JSON.parse(Buffer.concat(parts).toString('utf8'));
}
