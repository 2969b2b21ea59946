import { connectToServers } from './connect-to-servers.js';

const good = {
  eventStore: 'esdb://127.0.0.1:2113?tls=false',
  views: 'mongodb://127.0.0.1:27017',
  vault: 'mongodb://127.0.0.1:27017',
};

describe('an unusable connection string', () => {
  it.each([
    ['ESDB_URL', { eventStore: 'http://127.0.0.1:2113' }],
    ['ESDB_URL', { eventStore: 'esdb://127.0.0.1:2113?tls=false&tlsVerifyCret=true' }],
    ['MONGO_URL', { views: 'postgres://127.0.0.1' }],
    ['VAULT_URL', { vault: 'mongodb//127.0.0.1' }],
  ])('prevents the start, naming %s', async (variable, wrong) => {
    await expect(connectToServers({ ...good, ...wrong })).rejects.toMatchObject({
      name: 'ConfigurationError',
      message: expect.stringContaining(variable) as string,
    });
  });

  it('is reported before any connection: a valid one does not wait for its server', async () => {
    const stores = await connectToServers(good);
    await stores.close();
  });
});
