import { endpoints } from '#contract/api.ts';
import { route } from '#server/http/route.ts';
import { changeAvatar } from './profile.service.ts';

export const avatarRoutes = [
  route(
    endpoints.uploadAvatar,
    async (context, { avatar }) => ({
      message: 'Profile picture saved.',
      data: { avatar: await changeAvatar(context, avatar) },
    }),
    { uploadLimits: { account: 'uploadAvatar', network: 'uploadAvatarOfNetwork' } },
  ),
];
