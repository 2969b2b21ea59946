// Bare Fastify: each address answers one constant JSON text. The most that any route could be.
import Fastify from 'fastify';

const { PORT, CONSTANTS } = process.env;
const app = Fastify();
app.get('/health/live', () => ({ status: 'live' }));
for (const [path, text] of Object.entries(JSON.parse(CONSTANTS)))
  app.get(path, (_request, reply) => {
    void reply.type('application/json; charset=utf-8').send(text);
  });
process.once('SIGTERM', () => void app.close());
await app.listen({ port: Number(PORT), host: '127.0.0.1' });
