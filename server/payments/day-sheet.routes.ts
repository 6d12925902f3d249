import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import { closeDay, getDaySheet, listDaySheets } from './day-sheet.service.ts';

export const daySheetRoutes = [
  route(endpoints.getDaySheet, async (context, { day }) => ({
    message: '',
    data: await getDaySheet(context, day),
  })),
  route(endpoints.listDaySheets, async (context) => ({ message: '', data: await listDaySheets(context) })),
  route(endpoints.closeDay, async (context, input) => ({
    message: 'Day closed',
    data: await closeDay(context, input),
  })),
];
