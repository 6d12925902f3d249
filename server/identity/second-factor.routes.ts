import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import * as service from './second-factor.service.ts';
import { beginStepUp, stepUp } from './verification.service.ts';

export const secondFactorRoutes = [
  route(endpoints.getSecondFactor, async (context) => ({
    message: '',
    data: await service.getSecondFactor(context),
  })),
  route(endpoints.beginTotp, async (context) => ({ message: '', data: await service.beginTotp(context) })),
  route(endpoints.confirmTotp, async (context, input) => ({
    message: 'Authenticator app added',
    data: await service.confirmTotp(context, input),
  })),
  route(endpoints.removeTotp, async (context) => {
    await service.removeTotp(context);
    return { message: 'Authenticator app removed', data: null };
  }),
  route(endpoints.beginPasskey, async (context) => ({
    message: '',
    data: await service.beginPasskey(context),
  })),
  route(endpoints.addPasskey, async (context, input) => ({
    message: 'Passkey added',
    data: await service.addPasskey(context, input),
  })),
  route(endpoints.removePasskey, async (context, { _id }) => {
    await service.removePasskey(context, _id);
    return { message: 'Passkey removed', data: null };
  }),
  route(endpoints.replaceRecoveryCodes, async (context) => ({
    message: 'New recovery codes created',
    data: await service.replaceRecoveryCodes(context),
  })),
  route(endpoints.beginStepUp, async (context) => ({
    message: '',
    data: await beginStepUp(context),
  })),
  route(endpoints.stepUp, async (context, input) => {
    await stepUp(context, input);
    return { message: 'Confirmed', data: null };
  }),
];
