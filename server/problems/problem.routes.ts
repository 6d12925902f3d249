import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoints } from '#contract/api.ts';
import { id } from '#contract/base/fields.ts';
import { problemPhotoPath } from '#contract/problems/refundable.ts';
import type { Context } from '#server/http/context.ts';
import { createRequestContext, parseInput, route } from '#server/http/route.ts';
import { requireUser } from '#server/sessions/access-control.ts';
import * as problems from './problem.service.ts';
import { getRefundable, refundItems } from './refund-items.service.ts';

export const problemRoutes = [
  route(endpoints.reportProblem, async (context, input) => ({
    message: 'Problem reported',
    data: await problems.reportProblem(context, input),
    created: true,
  })),
  route(endpoints.listOrderProblems, async (context, { _id }) => ({
    message: '',
    data: await problems.listOrderProblems(context, _id),
  })),
  route(endpoints.listProblems, async (context, query) => ({
    message: '',
    ...(await problems.listProblems(context, query)),
  })),
  route(endpoints.declineProblem, async (context, input) => ({
    message: 'Problem declined',
    data: await problems.declineProblem(context, input),
  })),
  route(endpoints.getRefundable, async (context, { _id }) => ({
    message: '',
    data: await getRefundable(context, _id),
  })),
  route(endpoints.refundItems, async (context, input) => ({
    message: 'Refunded',
    data: await refundItems(context, input),
  })),
];

const query = z.object({ _id: id });

/** Serves the photos of problems; not an API call because the response is not JSON. */
export function registerProblemPhotos(app: FastifyInstance, context: Context): void {
  app.get(problemPhotoPath, async (request, reply) => {
    const user = await requireUser(await createRequestContext(context, request));
    const content = await problems.getPhoto(user, parseInput(query, request.query)._id);
    return reply.header('Content-Type', 'image/webp').header('Cache-Control', 'no-store').send(content);
  });
}
