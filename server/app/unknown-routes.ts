import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#contract/base/errors.ts';

/**
 * Unknown routes: a JSON error, 405 if only the method is wrong. A form of a page that a browser sends without
 * JavaScript leads back to the page, which says that it is needed. What was typed is neither read nor in an address.
 */
export function registerUnknownRoutes(app: FastifyInstance): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const page = findPageOfForm(request);
    if (page !== null) return reply.redirect(page, 303);
    const [path = '/'] = request.url.split('?');
    const allowed = methods.filter((method) => app.hasRoute({ method, url: path }));
    if (allowed.length === 0) throw new AppError('NOT_FOUND');
    void reply.header('Allow', allowed.join(', '));
    throw new AppError('METHOD_NOT_ALLOWED');
  };
  // Before the pages, which match GET on every path.
  app.get('/api', async () => {
    throw new AppError('NOT_FOUND');
  });
  app.get('/api/*', answer);
  app.setNotFoundHandler(answer);
}

function findPageOfForm({ method, url, headers }: FastifyRequest): string | null {
  const isForm = method === 'POST' && headers['content-type'] === 'application/x-www-form-urlencoded';
  if (!isForm || headers.accept?.includes('text/html') !== true || !URL.canParse(url, 'http://shop'))
    return null;
  // Two slashes would start the name of another host.
  const path = new URL(url, 'http://shop').pathname.replace(/^\/+/, '/');
  return /^\/api(?:\/|$)/.test(path) ? null : path;
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const;
