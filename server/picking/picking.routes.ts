import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import {
  askShopper,
  giveBackOrder,
  listPicking,
  listReplacements,
  packOrder,
  recordPickedLine,
  takeOrder,
} from './picking.service.ts';
import { answerQuestion, listQuestions } from './questions.service.ts';

export const pickingRoutes = [
  route(endpoints.listPicking, async (context) => ({ message: '', data: await listPicking(context) })),
  route(endpoints.takeOrder, async (context, input) => ({
    message: '',
    data: await takeOrder(context, input),
  })),
  route(endpoints.giveBackOrder, async (context, input) => {
    await giveBackOrder(context, input);
    return { message: 'Order given back', data: null };
  }),
  route(endpoints.recordPickedLine, async (context, input) => ({
    message: '',
    data: await recordPickedLine(context, input),
  })),
  route(endpoints.listReplacements, async (context, input) => ({
    message: '',
    data: await listReplacements(context, input),
  })),
  route(endpoints.askShopper, async (context, input) => ({
    message: '',
    data: await askShopper(context, input),
  })),
  route(endpoints.listQuestions, async (context, { _id }) => ({
    message: '',
    data: await listQuestions(context, _id),
  })),
  route(endpoints.answerQuestion, async (context, input) => ({
    message: 'Your choice is saved',
    data: await answerQuestion(context, input),
  })),
  route(endpoints.packOrder, async (context, input) => ({
    message: 'Order packed',
    data: await packOrder(context, input),
  })),
];
