import * as contract from '#contract/account.ts';
import { rateLimitedUpload } from '#server/http/api.ts';
import { shopperRoute } from '#server/http/route.ts';
import { changeAvatar } from './profile.service.ts';

const uploadAvatar = shopperRoute(contract.uploadAvatar, async (context, input) => ({
  message: 'Your picture is saved.',
  data: { avatar: await changeAvatar(context, input.avatar) },
}));

export const avatarRoutes = [rateLimitedUpload(uploadAvatar, 'uploadAvatar', 'uploadAvatarOfNetwork')];
