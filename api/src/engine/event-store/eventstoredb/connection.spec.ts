import { EventStoreDBClient } from '@eventstore/db-client';
import { checkedConnection, InvalidConnectionString, refuseClientLogs } from './connection.js';
import { logPosition, positionText } from './reads.js';

describe('the address of the event store', () => {
  it.each([
    ['esdb://h:2113?tls=false', 'esdb://h:2113?tls=false&throwOnAppendFailure=true'],
    ['kurrentdb://h:2113?tls=false', 'esdb://h:2113?tls=false&throwOnAppendFailure=true'],
    [
      'esdb+discover://cluster.test?tls=false',
      'esdb+discover://cluster.test?tls=false&throwOnAppendFailure=true',
    ],
    ['kurrentdb+discover://c:1?tls=false', 'esdb+discover://c:1?tls=false&throwOnAppendFailure=true'],
    ['esdb://a:1,b:2,c:3/?TLS=false', 'esdb://a:1,b:2,c:3?tls=false&throwOnAppendFailure=true'],
    [
      'esdb://u:p@h?tlsCAFile=%2Fetc%2Fca.pem&gossipTimeout=3',
      'esdb://h?tlsCAFile=%2Fetc%2Fca.pem&gossipTimeout=3&throwOnAppendFailure=true',
    ],
  ])('%s is accepted by the client', (url, connectionString) => {
    expect(checkedConnection(url).connectionString).toBe(connectionString);
  });

  it.each([
    ['esdb://flip:secret@h', 'flip', 'secret'],
    ['esdb://flip:a:b@h:2113', 'flip', 'a:b'],
    ['esdb://flip:p@ss@h:2113', 'flip', 'p@ss'],
    ['esdb://flip:p%40ss%3A%25@h:2113?connectionName=a@b', 'flip', 'p@ss:%'],
    ['esdb://flip:50%@a:1,b:2', 'flip', '50%'],
    ['esdb://ops%3Aflip:x/y?z@h', 'ops:flip', 'x/y?z'],
  ])(
    "%s authenticates with the full password, which is never part of the client's address",
    (url, username, password) => {
      const { credentials, connectionString } = checkedConnection(url);
      expect(credentials).toEqual({ username, password });
      expect(connectionString).not.toContain(encodeURIComponent(password));
    },
  );

  it.each([
    'mongodb://h',
    'esdb://',
    'esdb://h:2113',
    'esdb://flip@h:2113',
    'esdb://flip:@h:2113',
    'esdb://:secret@h:2113',
    'esdb://h:port?tls=false',
    'esdb://h?tls=false&tls=true',
    'esdb://h?tls=maybe',
    'esdb://h?tls=false&tlsVerifyCert=false',
    'esdb://h?tls=false&throwOnAppendFailure=false',
    'esdb://h?tls=false&nodePreference=follower',
    'esdb://h?tls=false&gossipTimeout=1000',
    'esdb://h?tls=false&defaultDeadlines=1',
    `esdb://${Array.from({ length: 17 }, (_, n) => `h${n}`).join(',')}?tls=false`,
  ])('%s is refused', (url) => {
    expect(() => checkedConnection(url)).toThrow(InvalidConnectionString);
  });

  it('never shows a password in a refusal', () => {
    for (const url of [
      'esdb://flip:s3cret@h?nonsense=1',
      'esdb://flip:s3cret@',
      'esdb://flip:12?s3cret@h:1',
    ]) {
      expect(() => checkedConnection(url)).toThrow(InvalidConnectionString);
      expect(() => checkedConnection(url)).not.toThrow(/s3cret/);
    }
  });

  it('opens a client in each of its forms', () => {
    for (const url of [
      'kurrentdb+discover://u:p@h',
      'esdb://a:1,b:2?tls=false',
      'esdb://u:p@h?connectionName=f%20l',
    ]) {
      expect(() =>
        EventStoreDBClient.connectionString(checkedConnection(url).connectionString),
      ).not.toThrow();
    }
  });
});

describe('the client’s own log', () => {
  it.each(['esdb:*', 'esdb*', '*', 'http,esdb:connection', 'express esdb:command', '*:grpc'])(
    'DEBUG=%s is refused in production, because it logs passwords',
    (DEBUG) => {
      expect(() => refuseClientLogs({ NODE_ENV: 'production', DEBUG })).toThrow(/DEBUG/);
      expect(() => refuseClientLogs({ NODE_ENV: 'development', DEBUG })).not.toThrow();
    },
  );

  it.each([undefined, '', 'express:*', '-esdb:*', 'esdbx'])('DEBUG=%s is not', (DEBUG) => {
    expect(() => refuseClientLogs({ NODE_ENV: 'production', DEBUG })).not.toThrow();
  });
});

describe('a position of the server’s log', () => {
  const places = [
    { commit: 0n, prepare: 0n },
    { commit: 1n, prepare: 0n },
    { commit: 1n, prepare: 1n },
    { commit: 7n, prepare: 3n },
    { commit: 7n, prepare: 4n },
    { commit: 7n, prepare: 7n },
    { commit: 8n, prepare: 8n },
    { commit: 10n ** 12n, prepare: 10n ** 12n },
    { commit: 2n ** 63n - 1n, prepare: 2n ** 63n - 1n },
  ];

  it('contains commit and prepare, and sorts as text', () => {
    const texts = places.map(positionText);
    expect(texts.map(logPosition)).toEqual(places);
    expect([...texts].sort()).toEqual(texts);
  });

  it('of an event is 20 digits', () => {
    expect(positionText({ commit: 42n, prepare: 42n })).toBe('00000000000000000042');
  });

  it.each(['7', '0000000000000000000x', '00000000000000000007:3', '-0000000000000000007'])(
    '%s is not a position',
    (text) => {
      expect(() => logPosition(text)).toThrow(TypeError);
    },
  );

  it('is missing on a server that is too old', () => {
    expect(() => positionText({ commit: 2n ** 64n - 1n, prepare: 2n ** 64n - 1n })).toThrow(/22\.10/);
  });
});
