import Fastify from 'fastify';

// The yardstick: what Fastify does on this machine, in this run, when a route does nothing. Its own process,
// like the shop, so that both have the same two cores against the same client.
const stringBytes = Number(process.argv[2] ?? 0);
const text = 'x'.repeat(stringBytes);

const app = Fastify();
app.get('/json', async () => ({ hello: 'world' }));
app.get('/string', async (_request, reply) => reply.header('Content-Type', 'text/html').send(text));
const url = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`READY ${url}\n`);
