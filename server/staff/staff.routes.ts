import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import * as invitations from './invitation.service.ts';
import * as pins from './pin-login.service.ts';
import { clockIn, clockOut, getShift, listShifts } from './shift.service.ts';
import * as people from './staff-people.service.ts';

export const staffRoutes = [
  route(endpoints.listStaff, async (context) => ({
    message: '',
    data: {
      people: await people.listPeople(context),
      invitations: await invitations.listInvitations(context),
      devices: await pins.listDevices(context),
    },
  })),
  route(endpoints.changeStaffRoles, async (context, input) => {
    await people.changeRoles(context, input);
    return { message: input.roles.length === 0 ? 'Removed from the staff' : 'Roles changed', data: null };
  }),
  route(endpoints.suspendStaff, async (context, input) => {
    await people.suspendPerson(context, input);
    return { message: input.isSuspended ? 'Suspended' : 'Restored', data: null };
  }),
  route(endpoints.endStaffSessions, async (context, { _id }) => ({
    message: 'Logged out on all devices',
    data: { ended: await people.endSessionsOfPerson(context, _id) },
  })),

  route(endpoints.inviteStaff, async (context, input) => ({
    message: input.email === null ? 'Invitation created' : `Invitation sent to ${input.email}`,
    data: await invitations.invite(context, input),
  })),
  route(endpoints.revokeInvitation, async (context, { _id }) => {
    await invitations.revokeInvitation(context, _id);
    return { message: 'Invitation revoked', data: null };
  }),
  route(endpoints.readInvitation, async (context, { code }) => {
    await context.rateLimits.invitation.take(context.remoteAddress);
    return { message: '', data: await invitations.readInvitation(context, code) };
  }),
  route(endpoints.acceptInvitation, async (context, { code }) => {
    await context.rateLimits.invitation.take(context.remoteAddress);
    await invitations.acceptInvitation(context, code);
    return { message: 'Welcome to the staff', data: null };
  }),
  route(endpoints.registerInvited, async (context, input) => {
    await context.rateLimits.invitation.take(context.remoteAddress);
    await context.rateLimits.anyRegistration.take(context.remoteAddress);
    await invitations.registerInvited(context, input);
    return { message: 'Account created. Please log in.', data: null, created: true };
  }),

  route(endpoints.setStaffPin, async (context, input) => {
    await pins.setPin(context, input);
    return { message: input.login === null ? 'PIN removed' : 'PIN set', data: null };
  }),
  route(endpoints.createDeviceCode, async (context, { name }) => ({
    message: '',
    data: await pins.createDeviceCode(context, name),
  })),
  route(endpoints.approveDevice, async (context, { code }) => {
    await context.rateLimits.approveDevice.take(context.remoteAddress);
    return { message: 'Phone approved', data: await pins.approveDevice(context, code) };
  }),
  route(endpoints.withdrawDevice, async (context, { _id }) => {
    await pins.withdrawDevice(context, _id);
    return { message: 'Approval withdrawn', data: null };
  }),
  route(endpoints.listPinLogins, async (context, { device }) => {
    await context.rateLimits.invitation.take(context.remoteAddress);
    return { message: '', data: await pins.listPinLogins(context, device) };
  }),
  route(endpoints.loginByPin, async (context, input) => {
    const { accessToken, refreshToken } = await pins.loginByPin(context, input);
    return { message: 'Logged in', data: { accesstoken: accessToken, refreshToken } };
  }),
  route(endpoints.confirmByPin, async (context, { pin }) => {
    await pins.confirmByPin(context, pin);
    return { message: 'Confirmed', data: null };
  }),

  route(endpoints.getShift, async (context) => ({ message: '', data: await getShift(context) })),
  route(endpoints.clockIn, async (context, input) => ({
    message: 'Shift begun',
    data: await clockIn(context, input),
  })),
  route(endpoints.clockOut, async (context, input) => {
    await clockOut(context, input);
    return { message: 'Shift ended', data: null };
  }),
  route(endpoints.listShifts, async (context) => ({ message: '', data: await listShifts(context) })),
];
